import type { CallEvent } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { conversationOf, partialRow, rowAt, stepFrom, wordAt } from "./conversation.ts";

const events: CallEvent[] = [
  { seq: 0, atMs: 0, type: "call.started", payload: { hearing: "moonshine", recording: true } },
  // The event of a speech comes at its end, after the caller began to speak.
  { seq: 1, atMs: 7000, type: "user.said", payload: { text: "are you open", startMs: 5000, endMs: 6200, turn: 1, typed: false } },
  {
    seq: 2,
    atMs: 7100,
    type: "assistant.said",
    payload: {
      text: "Hello there",
      startMs: 500,
      endMs: 1500,
      turn: 0,
      interrupted: true,
      words: [
        { text: "Hello", startMs: 500 },
        { text: "there", startMs: 900 },
      ],
    },
  },
  { seq: 3, atMs: 7200, type: "turn", payload: { index: 1, trigger: "speech", speechEndMs: 6200 } },
  { seq: 4, atMs: 7300, type: "turn", payload: { index: 1, trigger: "speech", speechEndMs: 6200, firstAudibleMs: 7050 } },
  { seq: 5, atMs: 8000, type: "message.added", payload: { role: "system", content: "Be brief." } },
];

describe("conversationOf", () => {
  it("lists what was said in the order it began", () => {
    expect(conversationOf(events).map(({ seq, kind, isInterrupted }) => [seq, kind, isInterrupted])).toEqual([
      [2, "spoken", true],
      [1, "spoken", false],
      [5, "added", false],
    ]);
  });

  it("spreads words without times over their stretch", () => {
    expect(conversationOf(events)[1]?.words).toEqual([
      { text: "are", startMs: 5000 },
      { text: "you", startMs: 5360 },
      { text: "open", startMs: 5720 },
    ]);
  });
});

it("shows a line that is being spoken, with its words", () => {
  const row = partialRow({ role: "user", text: "on Saturday", startMs: 9000, seq: 6 });
  expect(row).toMatchObject({ kind: "spoken", role: "user", startMs: 9000, isPartial: true, isInterrupted: false });
  expect(row.words.map(({ text }) => text)).toEqual(["on", "Saturday"]);
});

const toolCall = { id: "1", name: "book", arguments: { day: "Monday" } };
const called: CallEvent = { seq: 1, atMs: 2000, type: "tool.called", payload: { ...toolCall, turn: 0 } };
const answer = { result: "Table 7", failed: false, durationMs: 300 };
const { arguments: _, ...named } = toolCall;
const answered: CallEvent = { seq: 2, atMs: 2300, type: "tool.answered", payload: { ...named, turn: 0, ...answer } };
const again: CallEvent = { ...called, seq: 3, atMs: 4000 };

it("each answer belongs to the first open call with its id", () => {
  expect(conversationOf([called, answered, again]).map(({ kind, startMs, endMs, tool }) => [kind, startMs, endMs, tool])).toEqual(
    [
      ["tool", 2000, 2300, { ...toolCall, answer }],
      ["tool", 4000, 4000, { ...toolCall, answer: null }],
    ],
  );
});

it("finds the row and the word of a moment", () => {
  const rows = conversationOf(events);
  expect([0, 600, 3000, 5400].map((ms) => rowAt(rows, ms))).toEqual([-1, 0, 0, 1]);
  const [first] = rows;
  expect(first && [500, 950, 1600].map((ms) => wordAt(first, ms))).toEqual([0, 1, -1]);
});

it("steps on to the next beginning, and back to this one or the one before", () => {
  const beginnings = [500, 5000, 8000];
  expect(stepFrom(beginnings, 0, "on")).toBe(500);
  expect(stepFrom(beginnings, 500, "on")).toBe(5000);
  expect(stepFrom(beginnings, 9000, "on")).toBe(9000);
  expect(stepFrom(beginnings, 6500, "back")).toBe(5000);
  expect(stepFrom(beginnings, 5200, "back")).toBe(500);
  expect(stepFrom(beginnings, 100, "back")).toBe(500);
});
