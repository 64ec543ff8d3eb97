import { isSameValue, type Scorer, ScorerCheck, type SimulationRunItem, type ToolMock } from "@callwright/contract";
import type { TFunction } from "i18next";

/** The whole call, in place of the number of a caller's line. */
export const WHOLE_CALL = 0;

type Turns = NonNullable<NonNullable<NonNullable<SimulationRunItem["metadata"]>["call"]>["turns"]>;

/** New checks. What the user must fill in is absent; a turn is added where they belong to a line. */
export const NEW_CHECKS = {
  said: { type: "said" },
  "not-said": { type: "not-said" },
  "tool-called": { type: "tool-called" },
  "tool-not-called": { type: "tool-not-called" },
  "tool-called-times": { type: "tool-called-times", times: 1 },
  latency: { type: "latency", maxMs: 1_500 },
  "within-turns": { type: "within-turns", turns: 10 },
  "ended-by": { type: "ended-by", by: "agent" },
  duration: { type: "duration", maxSeconds: 90 },
  "no-repeated-question": { type: "no-repeated-question" },
  "talk-over": { type: "talk-over", maxMs: 1_000 },
  "word-error-rate": { type: "word-error-rate", maxPercent: 10 },
  "no-false-cut-off": { type: "no-false-cut-off" },
} as const satisfies { [Type in ScorerCheck["type"]]: { type: Type } & Partial<Extract<ScorerCheck, { type: Type }>> };

export type NewCheck = keyof typeof NEW_CHECKS;
/** Checks of one answer. The others are about the whole call. */
export const CHECKS_OF_LINES: readonly NewCheck[] = ["said", "not-said", "tool-called"];

/** A check in words: 'says “10:40”'. Undefined for one that is unfinished, or has no words of its own: then its rubric says it. */
export function wordsOf(check: ScorerCheck | undefined, t: TFunction): string | undefined {
  if (!check || !ScorerCheck.safeParse(check).success) return undefined;
  switch (check.type) {
    case "said":
    case "not-said": {
      const key = check.match === "pattern" ? "pattern" : "words";
      return t(`simulations.expect.${check.type}.${key}`, { text: check.text });
    }
    case "tool-called":
    case "tool-not-called":
    case "tool-called-times": {
      const given = Object.entries(check.arguments ?? {}).map(([name, value]) => `${name} ${asText(value)}`);
      const times = check.type === "tool-called-times" ? check.times : 1;
      return [t(`simulations.expect.${check.type}`, { tool: check.toolName, count: times }), ...given].join(", ");
    }
    case "latency":
      return t("simulations.expect.latency", { seconds: (check.maxMs / 1000).toLocaleString("en") });
    case "within-turns":
      return t("simulations.expect.within-turns", { count: check.turns });
    case "ended-by":
      return t(`simulations.expect.ended-by.${check.by}`);
    case "duration":
      return t("simulations.expect.duration", { seconds: check.maxSeconds.toLocaleString("en") });
    case "talk-over":
      return t("simulations.expect.talk-over", { seconds: (check.maxMs / 1000).toLocaleString("en") });
    case "word-error-rate":
      return t("simulations.expect.word-error-rate", { percent: String(check.maxPercent) });
    case "no-repeated-question":
    case "no-false-cut-off":
      return t(`simulations.expect.${check.type}`);
    default:
      return undefined;
  }
}

export const asText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** A criterion with another check. A rubric that only repeats the check in words follows it. */
export function withCheck(scorer: Scorer, next: Scorer, t: TFunction): Scorer {
  const isRepeated = scorer.rubric === wordsOf(scorer.check, t) && next.rubric === scorer.rubric;
  if (!isRepeated) return next;
  const { rubric: _, ...others } = next;
  const rubric = wordsOf(next.check, t);
  return { ...others, ...(rubric !== undefined && { rubric }) } as Scorer;
}

/** A criterion and its place in the test. */
export interface PlacedScorer {
  scorer: Scorer;
  index: number;
}

/** A mock and its place in the test. */
export interface PlacedMock {
  mock: ToolMock;
  index: number;
}

/** What a test expects of one line of the caller, or of the whole call. */
export interface LinePlace {
  scorers: PlacedScorer[];
  mocks: PlacedMock[];
}

/**
 * Criteria and mocks by the number of the caller's line. Neither calls of tools nor mocks name a line: they stand where the tool was called in the
 * last conversation, and otherwise with the whole call.
 */
export function placesOf(
  { scorers, toolMocks = [], lines }: { scorers: readonly Scorer[]; toolMocks?: readonly ToolMock[] | undefined; lines: number },
  turns: Turns,
): ReadonlyMap<number, LinePlace> {
  const places = new Map<number, LinePlace>();
  const at = (line: number): LinePlace => {
    const place = line > lines ? WHOLE_CALL : line;
    const known = places.get(place) ?? { scorers: [], mocks: [] };
    places.set(place, known);
    return known;
  };
  const lineOfCall = (name: string, given: Readonly<Record<string, unknown>> = {}) =>
    1 +
    turns.findIndex(({ toolCalls }) =>
      toolCalls.some(
        (call) => call.name === name && Object.entries(given).every(([key, value]) => isSameValue(call.arguments[key], value)),
      ),
    );
  for (const [index, scorer] of scorers.entries()) {
    const { check } = scorer;
    const turn = check && "turn" in check ? check.turn : undefined;
    const isCall = check?.type === "tool-called" || check?.type === "tool-called-times";
    const line = isCall ? lineOfCall(check.toolName, check.arguments) : (turn ?? WHOLE_CALL);
    at(line).scorers.push({ scorer, index });
  }
  for (const [index, mock] of toolMocks.entries()) at(lineOfCall(mock.toolName, mock.arguments)).mocks.push({ mock, index });
  return places;
}

/** How often a criterion was met among conversations that had it. */
interface Met {
  met: number;
  total: number;
}

/** A criterion's results. One that was edited since then has none. */
export function metOf({ scorer, index }: PlacedScorer, items: readonly SimulationRunItem[]): Met {
  const results = items.flatMap(({ results: found }) => {
    const result = found?.scorerResults?.[index];
    const isSame = result?.rubric === scorer.rubric && isSameValue(result?.check ?? null, scorer.check ?? null);
    return result && isSame && !result.isSkipped ? [result] : [];
  });
  return { met: results.filter(({ result }) => result === "pass").length, total: results.length };
}

/** Without a line: criteria of later lines move up, and those of the line itself are removed. */
export function withoutLine(scorers: readonly Scorer[], line: number): Scorer[] {
  return scorers.flatMap((scorer) => {
    const { check } = scorer;
    if (!check || !("turn" in check) || check.turn === undefined || check.turn < line) return [scorer];
    return check.turn === line ? [] : [{ ...scorer, check: { ...check, turn: check.turn - 1 } }];
  });
}
