import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallClock } from "./call-clock.ts";
import { type PartialLine, PartialLines } from "./partial-lines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const sent: PartialLine[][] = [];
  const at = { seq: 3 };
  const clock = new CallClock(() => performance.now());
  clock.start();
  const partials = new PartialLines({ clock, nextSeq: () => at.seq, send: (lines) => sent.push(lines) });
  const texts = () => sent.map((lines) => lines.map(({ role, text }) => `${role}: ${text}`));
  return { partials, sent, texts, at };
}

it("tells the first words at once, and then no more than ten times a second, of each role the latest", () => {
  const { partials, texts } = setUp();
  for (let count = 1; count <= 9; count++) partials.userWords("word ".repeat(count).trim(), false);
  partials.assistantWords("Well");
  expect(texts()).toEqual([["user: word"]]);
  vi.advanceTimersByTime(100);
  expect(texts().slice(1)).toEqual([[`user: ${"word ".repeat(9).trim()}`, "assistant: Well"]]);
  vi.advanceTimersByTime(10_000);
  expect(texts()).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

it("puts together what is final and what may still change, until it has become a turn", () => {
  const { partials, sent, texts, at } = setUp();
  vi.advanceTimersByTime(1234);
  const say = (text: string, final: boolean) => {
    partials.userWords(text, final);
    vi.advanceTimersByTime(100);
  };
  say("What are", false);
  say("What are your hours", true);
  say("on", false);
  say("on Saturday", true);
  partials.said("user");
  at.seq = 7;
  say("Thanks", false);
  expect(texts().flat()).toEqual([
    "user: What are",
    "user: What are your hours",
    "user: What are your hours on",
    "user: What are your hours on Saturday",
    "user: Thanks",
  ]);
  expect(sent.flat().map(({ startMs, seq }) => [startMs, seq])).toEqual([...Array(4).fill([1234, 3]), [1634, 7]]);
});

it("takes back what came to nothing, and is silent after the end", () => {
  const { partials, texts } = setUp();
  partials.dropped("assistant");
  partials.assistantWords("One moment");
  partials.dropped("assistant");
  vi.advanceTimersByTime(100);
  expect(texts()).toEqual([["assistant: One moment"], ["assistant: "]]);
  partials.userWords("Hello", false);
  partials.close();
  partials.userWords("Hello?", false);
  vi.advanceTimersByTime(1000);
  expect(texts()).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
