import type { CallEvent, ScorerCheck, TestTurn } from "@callwright/contract";
import { expect, test } from "vitest";
import { checkAttempt, type TestedConversation } from "../check-attempt.ts";
import { measureConversation } from "./measure-conversation.ts";
import { comparedWords, wordErrors } from "./word-errors.ts";

const turn = (said: string, answer: string, more: Partial<TestTurn> = {}): TestTurn => ({
  said,
  answer,
  durationMs: 500,
  toolCalls: [],
  ...more,
});

const called = (name: string, given: Record<string, unknown>) => ({ name, arguments: given, result: "Done.", failed: false });

let seq = 0;
const agentSaid = (text: string, startMs: number, endMs: number): CallEvent => ({
  seq: seq++,
  atMs: endMs,
  type: "assistant.said",
  payload: { text, startMs, endMs, turn: 0, words: [], interrupted: false },
});
const ended = (atMs: number): CallEvent => ({
  seq: seq++,
  atMs,
  type: "call.ended",
  payload: { endedReason: "customer-ended-call" },
});
const piece = (text: string, startedMs: number, endedMs: number): CallEvent => ({
  seq: seq++,
  atMs: endedMs,
  type: "line.said",
  payload: { text, startedMs, endedMs },
});

const verdict = (check: ScorerCheck, conversation: TestedConversation) => checkAttempt(check, conversation);

// A caller who speaks in pieces, a cut-off in the pause, and an interruption by the caller.
const turns = [
  turn("I want to move my visit", "Of course.", { heard: "I want to move my visit" }),
  turn("My number is four one five", "Sorry?", { heard: "My number is 415 um" }),
  turn("No wait", "Yes?", { heard: "Now wait" }),
];
const pieces: [string, number, number][] = [
  ["I want to", 2000, 3000],
  ["move my visit", 3600, 4600],
  ["My number is", 8000, 9000],
  ["four one five", 9800, 11_000],
  ["No wait", 13_000, 14_000],
  ["Bye", 20_000, 20_500],
];
const agentEvents = [
  agentSaid("Hello.", 0, 1500),
  agentSaid("Of course.", 5400, 6400),
  // 100 ms of pause: the same answer.
  agentSaid("What is your number?", 6500, 7500),
  agentSaid("Sorry?", 9500, 10_000),
  agentSaid("I read that back to you.", 11_900, 13_500),
  agentSaid("Yes?", 14_800, 15_300),
  ended(21_000),
];

const events = [...agentEvents, ...pieces.map((each) => piece(...each))];

test("sound is measured against the truth of what the caller said", () => {
  const { metrics, findings, endOfTurnMs } = measureConversation({ turns, events });
  expect(metrics).toEqual({
    // One word of 14: "no" as "now". Digits and hesitation do not count.
    wordErrorRate: 1 / 14,
    agentInterruptions: 0,
    callerInterruptions: 1,
    talkOverMs: 200 + 500,
    longestSilenceMs: 4700,
    responseTimeP50Ms: 800,
    responseTimeP95Ms: 900,
    falseCutOffs: 1,
    durationMs: 21_000,
    repeatedQuestions: 0,
    turns: 3,
  });
  expect(findings).toEqual([
    {
      kind: "false-cut-off",
      turn: 2,
      atMs: 9500,
      text: "The agent began to answer in a pause, 1500 ms before the caller had finished.",
    },
    { kind: "talk-over", turn: 2, atMs: 9800, text: "Both spoke for 200 ms." },
    { kind: "talk-over", turn: 3, atMs: 13_000, text: "Both spoke for 500 ms." },
    { kind: "misheard", turn: 3, text: "1 of 2 words were recognized wrongly: “No wait” as “Now wait”" },
  ]);
  expect([1, 2, 3, 4].map(endOfTurnMs)).toEqual([7500, 13_500, 15_300, undefined]);
});

test("without the truth, the recognizer's times count", () => {
  const heard = pieces.map(
    ([text, startMs, endMs]): CallEvent => ({
      seq: seq++,
      atMs: endMs,
      type: "user.said",
      payload: { text, startMs, endMs, turn: 0, typed: false },
    }),
  );
  const measured = measureConversation({ turns, events: [...agentEvents, ...heard] });
  expect(measured.metrics).toEqual(measureConversation({ turns, events }).metrics);
});

test("who begins while the other speaks interrupts, and turns that meet are no interruption", () => {
  const one = [turn("Hello there", "Hi.", { heard: "Hello there" })];
  const sound = (agent: CallEvent) => measureConversation({ turns: one, events: [agent, piece("Hello there", 1000, 2000)] });
  expect(sound(agentSaid("Hi.", 1500, 2500)).metrics).toMatchObject({ agentInterruptions: 1, falseCutOffs: 1, talkOverMs: 500 });
  expect(sound(agentSaid("Hi.", 1900, 2500)).metrics).toMatchObject({ agentInterruptions: 0, falseCutOffs: 0, talkOverMs: 100 });
  expect(sound(agentSaid("Hi.", 0, 1100)).metrics).toMatchObject({ callerInterruptions: 0, falseCutOffs: 0 });
  expect(sound(agentSaid("Hi.", 0, 1700)).metrics).toMatchObject({ callerInterruptions: 1, falseCutOffs: 0 });
  expect(sound(agentSaid("Hi.", 2600, 3000)).metrics).toMatchObject({
    responseTimeP50Ms: 600,
    longestSilenceMs: 600,
    talkOverMs: 0,
  });
});

test("by text, only what can be known is measured", () => {
  const asked = [turn("a", "b", { durationMs: 100 }), turn("c", "d", { durationMs: 900 }), turn("e", "f", { durationMs: 200 })];
  const { metrics, latency, endOfTurnMs } = measureConversation({ turns: asked });
  expect(metrics).toEqual({ responseTimeP50Ms: 200, responseTimeP95Ms: 900, durationMs: 1200, repeatedQuestions: 0, turns: 3 });
  expect(latency).toEqual({ turnCount: 3, avgTurn: 400, avgModel: 400 });
  expect([1, 2, 4].map(endOfTurnMs)).toEqual([100, 1000, undefined]);
  expect(measureConversation({ turns: [] })).toMatchObject({ metrics: { turns: 0, durationMs: 0 }, latency: undefined });
});

test("a question is repeated if its words come again, and nobody asked to hear it again", () => {
  const repeats = (...answers: (string | [said: string, answer: string])[]) => {
    const talk = answers.map((each) => (typeof each === "string" ? turn("Well", each) : turn(...each)));
    return measureConversation({ greeting: "Hello. What is your date of birth?", turns: talk }).metrics.repeatedQuestions;
  };
  expect(repeats("Could you tell me your date of birth, please?")).toBe(1);
  expect(repeats(["Pardon?", "What is your date of birth?"])).toBe(0);
  expect(repeats(["I did not catch that.", "What is your date of birth?"], "What is your date of birth?")).toBe(1);
  expect(repeats("What is the date of your appointment?")).toBe(0);
  expect(repeats("Shall I book Tuesday at ten in the morning?", "Shall I book Thursday at ten in the morning?")).toBe(0);
  expect(repeats("Is there anything else I can help you with?", "Is there anything else I can help you with?")).toBe(0);
  expect(repeats("Is that right?", "Is that right?")).toBe(0);
});

test("words are compared as people hear them", () => {
  const errors = (meant: string, heard: string) => wordErrors(comparedWords(meant), comparedWords(heard));
  expect(errors("Twenty-five, at 3pm!", "25 at three PM")).toBe(0);
  expect(errors("It's, um, room 4 1 5", "its room 415")).toBe(0);
  expect(errors("the cat sat", "a cat sat down")).toBe(2);
  expect(errors("", "hello there")).toBe(2);
  expect(errors("hello there", "")).toBe(2);
  // A transcriber of somebody else may send any text.
  expect(errors("hello there", `hello there${" you".repeat(1_000_000)}`)).toBe(1_000_000);
});

test("tool calls are right, wrong or missing, and each counts once", () => {
  const toolCalls = [
    called("book", { day: "Friday" }),
    called("book", { day: "Monday" }),
    called("pay", {}),
    called("other", {}),
  ];
  const count = (...checks: ScorerCheck[]) => {
    const scorers = checks.map((check) => ({ type: "ai" as const, rubric: "r", check }));
    const { toolCallsRight, toolCallsWrong, toolCallsMissing } = measureConversation({
      turns: [turn("a", "b", { toolCalls })],
      scorers,
    }).metrics;
    return [toolCallsRight, toolCallsWrong, toolCallsMissing];
  };
  const book = (day?: string) => ({ toolName: "book", ...(day !== undefined && { arguments: { day } }) });
  expect(count()).toEqual([undefined, undefined, undefined]);
  expect(count({ type: "tool-called", ...book("Friday") })).toEqual([1, 1, 0]);
  expect(count({ type: "tool-called", ...book("Friday") }, { type: "tool-called", ...book("Monday") })).toEqual([2, 0, 0]);
  expect(count({ type: "tool-called", ...book("Sunday") })).toEqual([0, 2, 1]);
  expect(count({ type: "tool-called-times", ...book(), times: 1 })).toEqual([1, 1, 0]);
  expect(count({ type: "tool-called-times", ...book(), times: 4 })).toEqual([2, 0, 2]);
  expect(count({ type: "tool-not-called", toolName: "pay" }, { type: "tool-called", toolName: "cancel" })).toEqual([0, 1, 1]);
});

test("each check of a measure passes and fails, and names its turn and its time", () => {
  const conversation: TestedConversation = { turns, endedBy: "tester", events };
  const of = (check: ScorerCheck) => {
    const { passes, turn: decided, atMs, isSkipped, reasoning } = verdict(check, conversation);
    expect(reasoning).not.toBe("");
    return [passes, decided, atMs, isSkipped];
  };
  expect(of({ type: "talk-over", maxMs: 700 })).toEqual([true, 3, undefined, undefined]);
  expect(of({ type: "talk-over", maxMs: 699 })).toEqual([false, 2, 9800, undefined]);
  expect(of({ type: "duration", maxSeconds: 21 })).toEqual([true, 3, undefined, undefined]);
  expect(of({ type: "duration", maxSeconds: 20 })).toEqual([false, 3, undefined, undefined]);
  expect(of({ type: "word-error-rate", maxPercent: 8 })).toEqual([true, 3, undefined, undefined]);
  expect(of({ type: "word-error-rate", maxPercent: 7 })).toEqual([false, 3, undefined, undefined]);
  expect(of({ type: "no-false-cut-off" })).toEqual([false, 2, 9500, undefined]);
  expect(of({ type: "no-repeated-question" })).toEqual([true, 3, undefined, undefined]);
});

test("checks of tools say how often, and checks of sound are skipped by text", () => {
  const toolCalls = [called("book", { day: "Friday" })];
  const conversation: TestedConversation = {
    greeting: "What is your name, please?",
    turns: [turn("a", "b", { toolCalls }), turn("c", "What is your name, please?", { toolCalls })],
    endedBy: "agent",
  };
  const book = { toolName: "book", arguments: { day: "Friday" } };
  expect(verdict({ type: "tool-not-called", ...book }, conversation)).toMatchObject({
    passes: false,
    turn: 1,
    reasoning: 'The agent called book with {"day":"Friday"} in turn 1.',
  });
  expect(verdict({ type: "tool-not-called", toolName: "book", arguments: { day: "Monday" } }, conversation).passes).toBe(true);
  expect(verdict({ type: "tool-called-times", ...book, times: 2 }, conversation)).toMatchObject({ passes: true, turn: 2 });
  expect(verdict({ type: "tool-called-times", ...book, times: 1 }, conversation)).toMatchObject({
    passes: false,
    turn: 2,
    reasoning: 'The agent called book with {"day":"Friday"} 2 times. Wanted: once.',
  });
  expect(verdict({ type: "tool-called-times", toolName: "pay", times: 0 }, conversation).passes).toBe(true);
  expect(verdict({ type: "no-repeated-question" }, conversation)).toMatchObject({
    passes: false,
    turn: 2,
    reasoning: "The agent asked again: “What is your name, please?”",
  });
  const ofSound = [
    { type: "talk-over", maxMs: 0 },
    { type: "word-error-rate", maxPercent: 0 },
    { type: "no-false-cut-off" },
  ] as const;
  for (const check of ofSound)
    expect(verdict(check, conversation)).toMatchObject({ isSkipped: true, reasoning: expect.stringContaining("no sound") });
  expect(
    verdict({ type: "word-error-rate", maxPercent: 0 }, { turns: [], endedBy: "agent", events: [ended(1000)] }),
  ).toMatchObject({
    isSkipped: true,
    reasoning: expect.stringContaining("said nothing"),
  });
});
