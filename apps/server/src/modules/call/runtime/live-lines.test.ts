import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLiveLines } from "./live-lines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const live = createLiveLines();
  const told: string[] = [];
  live.listen((orgId, callId) => told.push(`${orgId} ${callId}`));
  const say = (role: "user" | "assistant", text: string, callId = "c1") =>
    live.heard("o1", callId, [{ role, text, startMs: 10, seq: 3 }]);
  const texts = (callId = "c1") => live.of(callId).map(({ role, text }) => `${role}: ${text}`);
  return { live, told, say, texts };
}

test("of each role the latest words are kept, for each call its own", () => {
  const { live, told, say, texts } = setUp();
  say("user", "What");
  say("user", "What are");
  say("assistant", "Well");
  say("user", "Hello", "c2");
  expect(texts()).toEqual(["user: What are", "assistant: Well"]);
  expect(texts("c2")).toEqual(["user: Hello"]);
  expect(told).toEqual(["o1 c1", "o1 c1", "o1 c1", "o1 c2"]);
  say("assistant", "");
  expect(texts()).toEqual(["user: What are"]);
  live.forget("o1", "c1");
  expect([texts(), texts("c2")]).toEqual([[], ["user: Hello"]]);
  expect(told.slice(4)).toEqual(["o1 c1", "o1 c1"]);
  live.forget("o1", "c1");
  expect(told).toHaveLength(6);
});

test("words that nothing follows fade", () => {
  // Called again to reset the count of timers: timers of other test files in this worker may be pending.
  vi.useFakeTimers();
  const { told, say, texts } = setUp();
  say("user", "Uh");
  say("assistant", "A long sentence");
  vi.advanceTimersByTime(4_000);
  say("user", "Uh huh");
  vi.advanceTimersByTime(4_000);
  expect(texts()).toEqual(["assistant: A long sentence", "user: Uh huh"]);
  vi.advanceTimersByTime(1_000);
  expect(texts()).toEqual(["assistant: A long sentence"]);
  vi.advanceTimersByTime(30_000);
  expect(texts()).toEqual([]);
  expect(told).toHaveLength(5);
  expect(vi.getTimerCount()).toBe(0);
});
