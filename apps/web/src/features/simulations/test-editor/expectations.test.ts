import type { Scorer, SimulationRunItem } from "@callwright/contract";
import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { messages } from "../../../messages/messages.ts";
import { metOf, placesOf, WHOLE_CALL, withCheck, withoutLine, wordsOf } from "./expectations.ts";

let t: typeof i18next.t;

beforeAll(async () => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: "en", resources: { en: { translation: messages } }, interpolation: { escapeValue: false } });
  t = i18n.t;
});

const said = (text: string, turn?: number): Scorer => ({
  type: "ai",
  rubric: text,
  check: { type: "said", text, ...(turn !== undefined && { turn }) },
});
const calls = (toolName: string, given?: Record<string, unknown>): Scorer => ({
  type: "ai",
  rubric: toolName,
  check: { type: "tool-called", toolName, ...(given && { arguments: given }) },
});
const turn = (...tools: [string, Record<string, unknown>][]) => ({
  said: "",
  answer: "",
  durationMs: 1,
  toolCalls: tools.map(([name, given]) => ({ name, arguments: given, result: "", failed: false })),
});

test("criteria stand at their line, and calls of tools where the last conversation had them", () => {
  const scorers = [said("Hello"), said("10:40", 2), calls("book"), calls("find", { day: 2 }), calls("cancel"), said("Bye", 9)];
  const toolMocks = [{ toolName: "book" }, { toolName: "pay" }];
  const turns = [turn(), turn(["find", { day: 1 }]), turn(["find", { day: 2, who: "Mia" }], ["book", {}])];
  const places = placesOf({ scorers, toolMocks, lines: 3 }, turns);
  const indexes = [...places].map(([line, place]) => [
    line,
    place.scorers.map(({ index }) => index),
    place.mocks.map(({ index }) => index),
  ]);
  expect(indexes.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [WHOLE_CALL, [0, 4, 5], [1]],
    [2, [1], []],
    [3, [2, 3], [0]],
  ]);
});

test("every criterion and every mock is shown, whatever the last conversation was", () => {
  const scorers = [said("a", 1), said("b", 3), calls("book")];
  for (const turns of [[], [turn(["book", {}]), turn(), turn(), turn()]]) {
    const places = [...placesOf({ scorers, toolMocks: [{ toolName: "book" }], lines: 2 }, turns).values()];
    expect(places.flatMap((place) => place.scorers.map(({ index }) => index)).toSorted()).toEqual([0, 1, 2]);
    expect(places.flatMap((place) => place.mocks)).toHaveLength(1);
  }
});

test("results count only for a criterion that is the same as in the run", () => {
  const item = (result: "pass" | "fail", scorer: Scorer) =>
    ({
      results: { evaluations: [], passed: true, scorerResults: [{ ...scorer, type: "ai", result, reasoning: "" }] },
    }) as unknown as SimulationRunItem;
  const items = [item("pass", said("a", 1)), item("fail", said("a", 1)), item("pass", said("b", 1))];
  expect(metOf({ scorer: said("a", 1), index: 0 }, items)).toEqual({ met: 1, total: 2 });
  expect(metOf({ scorer: said("a", 1), index: 1 }, items)).toEqual({ met: 0, total: 0 });
});

test("a removed line takes its criteria along, and later ones move up", () => {
  expect(withoutLine([said("a", 1), said("b", 2), said("c", 3), said("d"), calls("book")], 2)).toEqual([
    said("a", 1),
    said("c", 2),
    said("d"),
    calls("book"),
  ]);
});

test("checks are said in words, and a rubric that repeats them follows an edit", () => {
  expect(wordsOf({ type: "latency", maxMs: 1500 }, t)).toBe("under 1.5 s");
  expect(wordsOf(calls("book", { people: 2 }).check, t)).toBe("calls book, people 2");
  const before: Scorer = { ...said("10:40"), rubric: wordsOf(said("10:40").check, t) ?? "" };
  const edited = { ...before, check: { type: "said" as const, text: "10:50" } };
  expect(withCheck(before, edited, t).rubric).toBe("says “10:50”");
  const blank = withCheck(before, { ...before, check: { type: "said", text: "" } }, t);
  expect([wordsOf(blank.check, t), blank.rubric]).toEqual([undefined, undefined]);
  expect(withCheck(blank, { ...blank, check: { type: "said", text: "Hi" } }, t).rubric).toBe("says “Hi”");
  const own = { ...before, rubric: "Offers the first time" };
  expect(withCheck(own, { ...edited, rubric: own.rubric }, t).rubric).toBe("Offers the first time");
});
