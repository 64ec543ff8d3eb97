import type { CallEvent } from "@callwright/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCallRedactor } from "./call-redactor.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

let seq = 0;
const said = (text: string): CallEvent => ({
  seq: seq++,
  atMs: 0,
  type: "user.said",
  payload: { text, startMs: 0, endMs: 900, turn: 0, typed: false, words: [{ text, startMs: 0 }] },
});
const event = (type: string, payload: object) => ({ seq: seq++, atMs: 0, type, payload }) as CallEvent;

function redact(kinds: Parameters<typeof createCallRedactor>[0] = []) {
  const stored: CallEvent[] = [];
  const redactor = createCallRedactor(kinds, (events) => stored.push(...events));
  const texts = () => stored.flatMap(({ payload }) => ("text" in payload ? [payload.text] : []));
  return { redactor, stored, texts };
}

test("a number that is said in pieces is held until it is whole, and found", () => {
  const { redactor, stored, texts } = redact();
  redactor.add([said("hello"), said("my card is four one one one")]);
  redactor.add([event("speech.stopped", { role: "user", turn: 0 })]);
  redactor.add([said("one one one one one one one one")]);
  expect(texts()).toEqual([]);
  redactor.add([said("1111 that's it")]);
  expect(texts()).toEqual(["hello", "my card is [CARD NUMBER]", "[CARD NUMBER]", "[CARD NUMBER] that's it"]);
  // Events keep their order, and no time of a word tells the number.
  expect(stored.map((each) => each.seq)).toEqual([...stored.map((each) => each.seq)].sort((one, other) => one - other));
  expect(JSON.stringify(stored)).not.toMatch(/1111|one one/);
});

test.each([
  { kinds: [], key: "•" },
  { kinds: ["email"] as const, key: "4" },
])("the digit of a pressed key is $key with the kinds $kinds", ({ kinds, key }) => {
  const { redactor, stored } = redact(kinds);
  redactor.add([event("key.pressed", { key: "4" }), event("key.pressed", { key: "#" })]);
  redactor.add([event("user.said", { ...said("4#").payload, typed: true, byKeys: true } as never)]);
  redactor.flush();
  expect(stored.map(({ payload }) => ("key" in payload ? payload.key : "text" in payload && payload.text))).toEqual([
    key,
    "#",
    `${key}#`,
  ]);
});

test("what is held goes after 10 seconds, and at the end of the call", () => {
  const { redactor, texts } = redact();
  redactor.add([said("I am 42")]);
  vi.advanceTimersByTime(9_000);
  expect(texts()).toEqual([]);
  vi.advanceTimersByTime(1_000);
  expect(texts()).toEqual(["I am 42"]);
  redactor.add([said("and 43")]);
  redactor.add([event("call.ended", { endedReason: "customer-ended-call" })]);
  expect(texts()).toEqual(["I am 42", "and 43"]);
});

test("arguments and answers of tools, numbers among them, and pieces of speech are redacted, times are not", () => {
  const { redactor, stored } = redact();
  redactor.add([
    event("tool.called", {
      id: "call_1",
      name: "pay",
      turn: 0,
      arguments: { card: 4111111111111111, deep: [{ mail: "a@b.example" }] },
    }),
    event("tool.answered", {
      id: "call_1",
      name: "pay",
      turn: 0,
      result: "charged 4111 1111 1111 1111",
      failed: false,
      durationMs: 1_600_000_000,
    }),
    event("assistant.words", { turn: 0, text: "Your card is 4111 1111" }),
    event("line.said", { text: "It is 4111 1111 1111 1111", startedMs: 1_600_000_000, endedMs: 1_600_000_900 }),
  ]);
  expect(stored).toMatchObject([
    { payload: { arguments: { card: "[CARD NUMBER]", deep: [{ mail: "[EMAIL]" }] } } },
    { payload: { result: "charged [CARD NUMBER]", durationMs: 1_600_000_000 } },
    { payload: { text: "Your card is [DIGITS]" } },
    { payload: { text: "It is [CARD NUMBER]", startedMs: 1_600_000_000 } },
  ]);
});
