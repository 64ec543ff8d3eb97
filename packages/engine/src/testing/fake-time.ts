import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, vi } from "vitest";

/** Immediates stay real: the speech session also waits for native code. */
const FAKED = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance", "Date"] as const;
const STEP_MS = 10;

/** Stops time for timers and clocks until `vi.useRealTimers()`. */
export function stopTime(): void {
  vi.useFakeTimers({ toFake: [...FAKED] });
}

/**
 * Starts stopped time again, so that `vi.getTimerCount()` counts the timers of this test only. Work of the worker's earlier files also sets timers,
 * but not before the test waits for something outside of it.
 */
export function countTimersFromHere(): void {
  vi.useFakeTimers();
}

/** Advances stopped time, as fast as the machine can follow, until a check throws nothing. */
export async function passUntil<Result>(check: () => Result, withinMs = 120_000): Promise<Result> {
  const endMs = Date.now() + withinMs;
  for (;;) {
    try {
      return check();
    } catch (error) {
      if (Date.now() >= endMs) throw error;
    }
    await vi.advanceTimersByTimeAsync(STEP_MS);
    await nextTurn();
  }
}

/** Lets stopped time pass until a promise is settled. */
export async function passUntilSettled<Result>(promise: Promise<Result>): Promise<Result> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  await passUntil(() => expect(isSettled).toBe(true));
  return promise;
}
