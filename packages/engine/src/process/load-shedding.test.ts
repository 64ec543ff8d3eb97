import { expect, it } from "vitest";
import { LoadShedding, type Sheddable } from "./load-shedding.ts";

const ALL: Sheddable[] = ["early-words", "interim-words", "partial-lines"];

it("leaves out interim words first, then the lines for watchers, then the recognition that begins in pauses", () => {
  const leftOutAt = (delayMs: number) => ALL.filter((work) => new LoadShedding(() => delayMs).leavesOut(work));
  const orders = [0, 10, 25, 50, 100, 5_000].map(leftOutAt);
  expect(orders).toEqual([[], [], ["interim-words"], ["interim-words", "partial-lines"], ALL, ALL]);
});
