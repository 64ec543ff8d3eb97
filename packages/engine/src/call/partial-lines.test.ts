import type { PartialLine } from "@callwright/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallClock } from "../model/call-clock.ts";
import { LoadShedding } from "../process/load-shedding.ts";
import { countTimersFromHere } from "../testing/fake-time.ts";
import { PartialLines } from "./partial-lines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const sent: PartialLine[][] = [];
  const at = { seq: 3 };
  const clock = new CallClock(() => performance.now());
  clock.start();
  const partials = new PartialLines({ clock, nextSeq: () => at.seq, send: (lines) => sent.push(lines) });
  const texts = () => sent.map((lines) => lines.map(({ role, text }) => `${role}: ${text}`));
  const words = (text: string, final: boolean) => partials.follow({ type: "user-words", text, final });
  return { partials, words, sent, texts, at };
}

it("sends the first words at once, and then the latest of each role at most ten times a second", () => {
  countTimersFromHere();
  const { partials, words, texts } = setUp();
  for (let count = 1; count <= 9; count++) words("word ".repeat(count).trim(), false);
  partials.follow({ type: "assistant-words", turn: 0, text: "Well", speechText: "Well" });
  expect(texts()).toEqual([["user: word"]]);
  vi.advanceTimersByTime(100);
  expect(texts().slice(1)).toEqual([[`user: ${"word ".repeat(9).trim()}`, "assistant: Well"]]);
  vi.advanceTimersByTime(10_000);
  expect(texts()).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

it("sends nothing while the host is busy, and then the latest line", () => {
  let delayMs = 200;
  const sent: PartialLine[][] = [];
  const clock = new CallClock(() => performance.now());
  const shedding = new LoadShedding(() => delayMs);
  const partials = new PartialLines({ clock, nextSeq: () => 3, send: (lines) => sent.push(lines), shedding });
  for (const text of ["One", "One two", "One two three"]) {
    partials.follow({ type: "user-words", text, final: false });
    vi.advanceTimersByTime(1_000);
  }
  expect(sent).toEqual([]);
  delayMs = 0;
  vi.advanceTimersByTime(100);
  expect(sent).toMatchObject([[{ text: "One two three" }]]);
});

it("joins final and changing words until they are a turn", () => {
  const { partials, words, sent, texts, at } = setUp();
  vi.advanceTimersByTime(1234);
  const say = (text: string, final: boolean) => {
    words(text, final);
    vi.advanceTimersByTime(100);
  };
  say("What are", false);
  say("What are your hours", true);
  say("on", false);
  say("on Saturday", true);
  partials.follow({ type: "user-said", text: "", startMs: 0, endMs: 0, turn: 0, typed: false });
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
  countTimersFromHere();
  const { partials, words, texts } = setUp();
  partials.follow({ type: "assistant-silent" });
  partials.follow({ type: "assistant-words", turn: 0, text: "One moment", speechText: "One moment" });
  partials.follow({ type: "assistant-silent" });
  vi.advanceTimersByTime(100);
  expect(texts()).toEqual([["assistant: One moment"], ["assistant: "]]);
  words("Hello", false);
  partials.close();
  words("Hello?", false);
  vi.advanceTimersByTime(1000);
  expect(texts()).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});
