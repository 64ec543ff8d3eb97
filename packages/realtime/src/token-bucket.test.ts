import { expect, it } from "vitest";
import { TokenBucket } from "./token-bucket.ts";

it("lets so many through at once, and then one each interval", () => {
  let nowMs = 0;
  const bucket = new TokenBucket(3, 1_000, () => nowMs);
  expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0]);
  expect([bucket.take(), bucket.take()]).toEqual([1_000, 2_000]);
  nowMs = 10_000;
  expect([bucket.take(), bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 0, 1_000]);
});
