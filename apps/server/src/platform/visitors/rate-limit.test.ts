import { expect, test } from "vitest";
import { createRateLimit } from "./rate-limit.ts";

test("so many at once, then one by one, each key for itself", () => {
  let nowMs = 1_000_000;
  const limit = createRateLimit({ perMinute: 3, nowMs: () => nowMs });
  for (let taken = 0; taken < 3; taken += 1) {
    expect(limit.waitSeconds("a")).toBe(0);
    limit.take("a");
  }
  expect(limit.waitSeconds("a")).toBe(20);
  expect(limit.waitSeconds("b")).toBe(0);

  nowMs += 15_000;
  expect(limit.waitSeconds("a")).toBeCloseTo(5);
  nowMs += 5_000;
  expect(limit.waitSeconds("a")).toBe(0);
  limit.take("a");
  expect(limit.waitSeconds("a")).toBe(20);

  // An hour later no more than a minute's worth is there.
  nowMs += 3_600_000;
  for (let taken = 0; taken < 3; taken += 1) limit.take("a");
  expect(limit.waitSeconds("a")).toBe(20);
});

test("a clock that is set back gives nothing and takes nothing", () => {
  let nowMs = 1_000_000;
  const limit = createRateLimit({ perMinute: 1, nowMs: () => nowMs });
  limit.take("a");
  nowMs -= 500_000;
  expect(limit.waitSeconds("a")).toBe(60);
  nowMs += 30_000;
  expect(limit.waitSeconds("a")).toBe(30);
});

test("many addresses do not fill the memory: the one that was away longest is forgotten", () => {
  const limit = createRateLimit({ perMinute: 1, nowMs: () => 0 });
  limit.take("first");
  for (let index = 0; index < 50_000; index += 1) limit.take(`address ${index}`);
  expect(limit.waitSeconds("first")).toBe(0);
  expect(limit.waitSeconds("address 0")).toBe(60);
});
