import type { CallLine } from "@callwright/contract";
import { expect, test } from "vitest";
import { testOfCall } from "./test-of-call.ts";

const line = (role: CallLine["role"], text: string, more: Partial<CallLine> = {}): CallLine => ({
  seq: 0,
  kind: "spoken",
  role,
  text,
  startMs: 0,
  endMs: 0,
  words: undefined,
  turn: undefined,
  isInterrupted: false,
  ...more,
});
const tool = (people: number, result: string): CallLine =>
  line("tool", result, {
    kind: "tool",
    tool: { id: `${people}`, name: "book", arguments: { people }, answer: { result, failed: false } },
  });
const texts = { answer: (turn: number) => `Answer ${turn}`, tool: (name: string) => `Calls ${name}` };

test("the caller's words become steps, answers become criteria, and answers of tools become mocks", () => {
  const made = testOfCall(
    [
      line("system", "Be kind.", { kind: "prompt" }),
      line("assistant", "Hello!"),
      line("user", "A table,"),
      line("user", "please."),
      tool(2, "Full."),
      line("assistant", "We are full."),
      line("system", "Offer another day.", { kind: "added" }),
      line("user", "For five?", { kind: "typed" }),
      tool(5, "Booked."),
      line("assistant", "It is"),
      line("assistant", "booked."),
    ],
    new Map(),
    texts,
  );
  expect(made).toEqual({
    type: "chat",
    script: "A table, please.\nFor five?",
    steps: [{ say: "A table, please." }, { say: "For five?" }],
    toolMocks: [
      { toolName: "book", result: "Full.", arguments: { people: 2 } },
      { toolName: "book", result: "Booked.", arguments: { people: 5 } },
    ],
    scorers: [
      { type: "ai", rubric: "Calls book", check: { type: "tool-called", toolName: "book", arguments: { people: 2 } } },
      { type: "ai", rubric: "Answer 1", check: { type: "said", text: "We are full.", turn: 1 } },
      { type: "ai", rubric: "Calls book", check: { type: "tool-called", toolName: "book", arguments: { people: 5 } } },
      { type: "ai", rubric: "Answer 2", check: { type: "said", text: "It is booked.", turn: 2 } },
    ],
  });
});

test("a call in which the caller said nothing is a test without steps", () => {
  expect(testOfCall([line("assistant", "Hello!")], new Map(), texts)).toEqual({ type: "chat", script: "", scorers: [] });
});

test("what nobody asked for and what was cut off is not expected", () => {
  const turns = new Map([
    [0, { trigger: "opening" as const }],
    [1, { trigger: "speech" as const }],
    [2, { trigger: "say" as const }],
    [3, { trigger: "speech" as const }],
    [4, { trigger: "say" as const }],
  ]);
  const { steps, scorers } = testOfCall(
    [
      line("assistant", "Hello!", { turn: 0 }),
      line("user", "A table,", { turn: 1 }),
      line("assistant", "Are you", { turn: 1, isInterrupted: true }),
      line("user", "please, for two.", { turn: 1 }),
      line("assistant", "For which day?", { turn: 1 }),
      line("assistant", "Are you still there?", { turn: 2 }),
      line("user", "On Friday.", { turn: 3 }),
      line("assistant", "Let me take over.", { turn: 3, by: "Ada" }),
      line("assistant", "Booked for Friday.", { turn: 3 }),
      line("assistant", "I will", { turn: 3, isInterrupted: true }),
      line("user", "Thanks.", { turn: 3 }),
      line("assistant", "Are you still there?", { turn: 4 }),
    ],
    turns,
    texts,
  );
  expect(steps).toEqual([{ say: "A table, please, for two." }, { say: "On Friday." }, { say: "Thanks." }]);
  expect(scorers.map(({ check }) => check)).toEqual([
    { type: "said", text: "For which day?", turn: 1 },
    { type: "said", text: "Booked for Friday.", turn: 2 },
  ]);
});
