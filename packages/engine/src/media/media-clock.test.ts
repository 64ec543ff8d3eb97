import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { countTimersFromHere } from "../testing/fake-time.ts";
import { MediaClock } from "./media-clock.ts";

let nowMs = 0;
beforeEach(() => {
  nowMs = 100;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

function pass(ms: number) {
  nowMs += ms;
  vi.advanceTimersByTime(5);
}

it("gives one frame every 10 ms, all of them after a stall, and none twice", () => {
  const clock = new MediaClock(() => nowMs);
  const due: number[] = [];
  const stop = clock.start((frames) => due.push(frames));
  for (const ms of [0, 5, 5, 400, 5]) pass(ms);
  expect(due).toEqual([1, 1, 40]);
  stop();
  pass(100);
  expect(due).toEqual([1, 1, 40]);
});

it("stops its timer with the last listener", () => {
  countTimersFromHere();
  const clock = new MediaClock(() => nowMs);
  const stops = [clock.start(() => {}), clock.start(() => {})];
  expect(vi.getTimerCount()).toBe(1);
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
});
