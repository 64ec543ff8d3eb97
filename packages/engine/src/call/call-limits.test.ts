import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { countTimersFromHere } from "../testing/fake-time.ts";
import { CallLimits } from "./call-limits.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp(limits: { maxDurationSeconds?: number; silenceTimeoutSeconds?: number }) {
  const told: string[] = [];
  const state = { busy: false };
  const callLimits = new CallLimits({
    maxDurationSeconds: limits.maxDurationSeconds,
    silenceTimeoutSeconds: limits.silenceTimeoutSeconds,
    isBusy: () => state.busy,
    onMaxDuration: () => told.push("duration"),
    onSilence: () => told.push("silence"),
  });
  return { told, state, callLimits };
}

it("reports silence only after nobody spoke for that long", () => {
  const { told, state, callLimits } = setUp({ silenceTimeoutSeconds: 10 });
  vi.advanceTimersByTime(60_000);
  callLimits.watchSilence();
  vi.advanceTimersByTime(9_000);
  callLimits.touch();
  vi.advanceTimersByTime(9_000);
  state.busy = true;
  vi.advanceTimersByTime(5_000);
  state.busy = false;
  expect(told).toEqual([]);
  vi.advanceTimersByTime(10_000);
  expect(told).toEqual(["silence"]);
  callLimits.stop();
});

it("has the platform's defaults", () => {
  countTimersFromHere();
  const { told, callLimits, state } = setUp({});
  callLimits.watchSilence();
  state.busy = true;
  vi.advanceTimersByTime(600_000);
  expect(told).toEqual(["duration"]);
  callLimits.stop();
  expect(vi.getTimerCount()).toBe(0);
});
