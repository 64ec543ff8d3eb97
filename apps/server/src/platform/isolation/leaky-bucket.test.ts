import { expect, it } from "vitest";
import { StallClock } from "../../modules/telephony/carrier/stall-clock.ts";
import { LeakyBucket } from "./leaky-bucket.ts";

it("counts what comes faster than the rate, and gives nothing for time in which nothing came", () => {
  const bucket = new LeakyBucket(1_000, 0, 0);
  expect(bucket.add(1_000, 1_000, 0)).toBe(1_000);
  expect(bucket.add(500, 60_000, 0)).toBe(500);
  expect(bucket.add(9_500, 60_000, 0)).toBe(10_000);
  expect(bucket.add(1_000, 62_000, 0)).toBe(9_000);
});

it("lets come late what was sent in a stall, at once or in pieces, and no more", () => {
  const bucket = new LeakyBucket(1_000, 0, 0);
  bucket.add(20, 20, 0);
  expect(bucket.add(20, 22_020, 22_000)).toBeLessThan(0);
  for (let packet = 1; packet < 1_100; packet++) bucket.add(20, 22_020, 22_000);
  expect(bucket.add(0, 22_020, 22_000)).toBeCloseTo(20, 0);
  expect(bucket.add(10_000, 22_020, 22_000)).toBeGreaterThan(10_000);
});

it("forgets the credit of a stall after as long a time", () => {
  const bucket = new LeakyBucket(1_000, 0, 0);
  bucket.add(0, 5_000, 5_000);
  bucket.add(0, 7_000, 5_000);
  expect(bucket.add(4_000, 7_000, 5_000)).toBe(1_000);
  expect(bucket.add(0, 20_000, 5_000)).toBe(0);
});

it("a clock of stalls counts how late this process is, also before its timer runs", () => {
  let nowMs = 0;
  const clock = new StallClock(() => nowMs);
  const stop = clock.watch();
  nowMs = 200;
  expect(clock.stalledMs).toBe(0);
  nowMs = 20_450;
  expect(clock.stalledMs).toBe(20_000);
  nowMs = 20_700;
  expect(clock.stalledMs).toBe(20_000);
  stop();
});
