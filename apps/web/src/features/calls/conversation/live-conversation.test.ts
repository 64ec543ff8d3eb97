import type { CallEvent, LiveLine } from "@callwright/contract";
import { describe, expect, it } from "vitest";
import { lastMuting } from "../supervise/MuteAssistant.tsx";
import { conversationOf } from "./conversation.ts";
import { liveConversation, rowKeys } from "./live-conversation.ts";

const events: CallEvent[] = [
  {
    seq: 1,
    atMs: 1500,
    type: "assistant.said",
    payload: { text: "Hello there", startMs: 500, endMs: 1500, turn: 0, interrupted: false, words: [] },
  },
  { seq: 2, atMs: 3000, type: "message.added", payload: { role: "user", content: "A regular." } },
  {
    seq: 3,
    atMs: 9000,
    type: "assistant.said",
    payload: { text: "On Saturday", startMs: 8000, endMs: 9000, turn: 1, interrupted: false, words: [] },
  },
];
const rows = conversationOf(events);

const line = (fields: Partial<LiveLine>): LiveLine => ({
  role: "assistant",
  text: "Hello there",
  startMs: 500,
  isPartial: false,
  isInterrupted: false,
  ...fields,
});

const told = (shown: ReturnType<typeof liveConversation>) =>
  shown.map(({ role, words, turn, isPartial }) => [role, words.map(({ text }) => text).join(" "), turn, isPartial]);

describe("liveConversation", () => {
  it("is what was read, before anything is told live", () => {
    expect(liveConversation(rows, [])).toEqual(rows);
  });

  it("shows a line before its event is read, and with what the event knows after", () => {
    const lines = [line({}), line({ role: "user", text: "are you open", startMs: 5000 })];
    expect(told(liveConversation(rows.slice(0, 1), lines))).toEqual([
      ["assistant", "Hello there", 0, false],
      ["user", "are you open", undefined, false],
    ]);
  });

  it("shows what is still being said once, however early its event was read", () => {
    const lines = [line({}), line({ text: "On Sat", startMs: 8000, isPartial: true })];
    expect(told(liveConversation(rows, lines))).toEqual([
      ["assistant", "Hello there", 0, false],
      ["assistant", "On Sat", undefined, true],
    ]);
  });

  it("takes words that were put into the conversation for no speech", () => {
    const lines = [
      line({ role: "user", text: "A regular.", startMs: 3000 }),
      line({ role: "system", text: "Be brief.", startMs: 3500 }),
    ];
    expect(liveConversation(rows, lines).map(({ kind, role }) => [kind, role])).toEqual([
      ["spoken", "assistant"],
      ["added", "user"],
      ["added", "system"],
    ]);
  });

  it("has older lines from the events", () => {
    expect(told(liveConversation(rows, [line({ text: "On Saturday", startMs: 8000 })])).map(([, text]) => text)).toEqual([
      "Hello there",
      "A regular.",
      "On Saturday",
    ]);
  });
});

it("a row has the same key before and after its event is read", () => {
  const lines = [line({}), line({ text: "On Saturday", startMs: 8000 })];
  expect(rowKeys(liveConversation([], lines))).toEqual(rowKeys(liveConversation(rows, lines)));
  expect(new Set(rowKeys([...rows, ...rows])).size).toBe(6);
});

it("the last order to mute or unmute counts, from any sender", () => {
  const control = (seq: number, name: string): CallEvent => ({ seq, atMs: seq, type: "control", payload: { control: name } });
  expect(lastMuting(events)).toBeUndefined();
  expect(lastMuting([control(4, "mute-assistant"), control(5, "mute-customer")])).toEqual({ seq: 4, isMuted: true });
  expect(lastMuting([control(4, "mute-assistant"), control(6, "unmute-assistant")])).toEqual({ seq: 6, isMuted: false });
});
