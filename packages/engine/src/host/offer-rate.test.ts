import { expect, it } from "vitest";
import { OfferRate } from "./offer-rate.ts";

it("takes ten offers at once, then one every six seconds, and says when", () => {
  let nowMs = 0;
  const rate = new OfferRate(() => nowMs);
  const take = (count: number) => Array.from({ length: count }, () => rate.take());
  expect(take(12)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6]);
  nowMs += 4_500;
  expect(take(1)).toEqual([2]);
  nowMs += 2_000;
  expect(take(2)).toEqual([0, 6]);
  nowMs += 3_600_000;
  expect(take(11).filter((waitSeconds) => waitSeconds === 0)).toHaveLength(10);
});
