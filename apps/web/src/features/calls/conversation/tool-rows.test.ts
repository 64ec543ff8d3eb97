import type { CallEvent } from "@callwright/contract";
import { expect, it } from "vitest";
import { conversationOf } from "./conversation.ts";
import { liveConversation } from "./live-conversation.ts";

const call = { id: "1", name: "book", arguments: { day: "Monday" } };
const called: CallEvent = { seq: 1, atMs: 2000, type: "tool.called", payload: { ...call, turn: 0 } };
const answer = { result: "Table 7", failed: false, durationMs: 300 };
const { arguments: _, ...named } = call;
const answered: CallEvent = { seq: 2, atMs: 2300, type: "tool.answered", payload: { ...named, turn: 0, ...answer } };
const again: CallEvent = { ...called, seq: 3, atMs: 4000 };

it("each answer belongs to the first open call with its id", () => {
  expect(conversationOf([called, answered, again]).map(({ kind, startMs, endMs, tool }) => [kind, startMs, endMs, tool])).toEqual(
    [
      ["tool", 2000, 2300, { ...call, answer }],
      ["tool", 4000, 4000, { ...call, answer: null }],
    ],
  );
});

it("a tool's answer is shown as soon as it is known live, in the row of its call", () => {
  const line = { role: "tool", text: "Table 7", startMs: 2000, isPartial: false, isInterrupted: false } as const;
  const rows = liveConversation(conversationOf([called]), [{ ...line, tool: { ...call, answer } }]);
  expect(rows).toMatchObject([{ seq: 1, kind: "tool", turn: 0, tool: { ...call, answer } }]);
});
