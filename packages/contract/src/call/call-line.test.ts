import { expect, it } from "vitest";
import type { CallEvent } from "./call-event.ts";
import { linesOf, unfinishedLines } from "./call-line.ts";
import type { PartialLine } from "./partial-line.ts";

const userSaid = (seq: number, text: string, startMs: number, typed = false): CallEvent => ({
  seq,
  atMs: startMs + 2000,
  type: "user.said",
  payload: { text, startMs, endMs: startMs + 1000, turn: 1, typed },
});
const words = [{ text: "Hello", startMs: 100 }];
const greeting: CallEvent = {
  seq: 5,
  atMs: 2500,
  type: "assistant.said",
  payload: { text: "Hello", startMs: 100, endMs: 2400, turn: 0, interrupted: true, words },
};

it("makes a line of each event that has words, and of no other", () => {
  const events: CallEvent[] = [
    { seq: 0, atMs: 0, type: "call.started", payload: { hearing: "moonshine", recording: true } },
    { seq: 1, atMs: 5, type: "prompt.rendered", payload: { text: "You are Riley." } },
    greeting,
    { seq: 6, atMs: 3000, type: "message.added", payload: { role: "system", content: "Be brief." } },
    userSaid(7, "Bye", 4000, true),
    { seq: 8, atMs: 9000, type: "call.ended", payload: { endedReason: "customer-ended-call" } },
  ];
  const none = { words: undefined, turn: undefined, isInterrupted: false };
  expect(linesOf(events)).toEqual([
    { ...none, seq: 1, kind: "prompt", role: "system", text: "You are Riley.", startMs: 5, endMs: 5 },
    { seq: 5, kind: "spoken", role: "assistant", text: "Hello", startMs: 100, endMs: 2400, words, turn: 0, isInterrupted: true },
    { ...none, seq: 6, kind: "added", role: "system", text: "Be brief.", startMs: 3000, endMs: 3000 },
    { ...none, seq: 7, kind: "typed", role: "user", text: "Bye", startMs: 4000, endMs: 5000, turn: 1 },
  ]);
});

it("orders lines by when they began, not by when they were logged", () => {
  const lines = linesOf([userSaid(1, "second", 5000), greeting, userSaid(6, "third", 6000)]);
  expect(lines.map(({ text }) => text)).toEqual(["Hello", "second", "third"]);
});

it("puts the prompt first, although somebody spoke before it was logged", () => {
  const prompt: CallEvent = { seq: 2, atMs: 5000, type: "prompt.rendered", payload: { text: "You are Riley." } };
  expect(linesOf([userSaid(1, "Hello?", 10), prompt]).map(({ kind }) => kind)).toEqual(["prompt", "spoken"]);
});

it("leaves out lines without a word", () => {
  expect(linesOf([userSaid(1, " ", 10)])).toEqual([]);
});

const spoken = (fields: Partial<PartialLine>): PartialLine => ({
  role: "user",
  text: "Are you",
  startMs: 900,
  seq: 7,
  ...fields,
});

it("replaces a line that is being spoken by the next event of its role, whatever was read first", () => {
  const line = spoken({});
  expect(unfinishedLines([line], [])).toEqual([line]);
  expect(unfinishedLines([line], [userSaid(6, "Hello", 10), greeting, { ...greeting, seq: 8 }])).toEqual([line]);
  expect(unfinishedLines([line], [userSaid(7, "Are you open?", 900)])).toEqual([]);
  expect(unfinishedLines([line], [userSaid(9, "Are you open?", 900), { ...greeting, seq: 10 }])).toEqual([]);
});

it("leaves a line that its speaker goes on with after a typed message", () => {
  const line = spoken({});
  expect(unfinishedLines([line], [userSaid(8, "My number is 7", 950, true)])).toEqual([line]);
});

it("orders the lines of both sides by when they began", () => {
  const [one, other] = [spoken({ startMs: 2000 }), spoken({ role: "assistant", text: "Yes,", startMs: 1000 })];
  expect(unfinishedLines([one, other], [])).toEqual([other, one]);
});
