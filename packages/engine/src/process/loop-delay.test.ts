import { expect, it } from "vitest";
import { LoopDelay } from "./loop-delay.ts";

/** A loop whose samples have these delays. */
function measured(...delaysMs: number[]) {
  const intervals = {
    mean: Number.NaN,
    resets: 0,
    reset() {
      this.resets += 1;
    },
  };
  const delay = new LoopDelay(intervals);
  for (const delayMs of delaysMs) {
    intervals.mean = (20 + delayMs) * 1e6;
    delay.sample();
  }
  return { delay, intervals };
}

it("reports the least delay of the last second, and of the last three", () => {
  const { delay } = measured(400, 300, 500, 350, 320, 310);
  expect([delay.recentMs, delay.lastingMs]).toEqual([310, 300]);
});

it("takes a single stall for no delay, and a delay that is over for none at once", () => {
  expect(measured(0, 0, 0, 0, 0, 2_000).delay).toMatchObject({ recentMs: 0, lastingMs: 0 });
  expect(measured(300, 300, 300, 300, 300, 0).delay).toMatchObject({ recentMs: 0, lastingMs: 0 });
});

it("knows no delay before it has measured that long, and keeps what is not measured yet for the next sample", () => {
  const { delay, intervals } = measured(900, 900, 900, 900, 900);
  expect([delay.recentMs, delay.lastingMs]).toEqual([900, 0]);
  intervals.mean = Number.NaN;
  delay.sample();
  expect([delay.lastingMs, intervals.resets]).toEqual([0, 5]);
});
