import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { timeLimit } from "./time-limit.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

test("a time limit in a combined signal outlives a garbage collection", async () => {
  const other = new AbortController();
  const reasons: unknown[] = [];
  const wait = () => {
    const signal = AbortSignal.any([other.signal, timeLimit(200)]);
    signal.addEventListener("abort", () => reasons.push(signal.reason));
  };
  for (let each = 0; each < 50; each++) wait();
  // What this turn has used is only collected in a later one.
  await nextTurn();
  collectGarbage();
  await nextTurn();
  collectGarbage();
  await expect.poll(() => reasons.length).toBe(50);
  expect(reasons[0]).toMatchObject({ name: "TimeoutError" });
});
