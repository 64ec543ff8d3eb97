import type { OutputResult, Scorecard, ScorecardResult } from "@callwright/contract";
import { AnalysisFailure } from "./judge.ts";

type Condition = Scorecard["metrics"][number]["conditions"][number];

/** The points of a scorecard. Fails with an `AnalysisFailure` when a result is missing, because a score without it would be too low. */
export function scoreOf({ name, metrics }: Scorecard, results: Readonly<Record<string, OutputResult>>): ScorecardResult {
  const metricPoints: Record<string, number> = {};
  let possible = 0;
  for (const { structuredOutputId, conditions } of metrics) {
    const id = structuredOutputId.toLowerCase();
    const result = results[id]?.result;
    if (typeof result !== "number" && typeof result !== "boolean")
      throw new AnalysisFailure(`The structured output ${id} has no result that is a number, true or false.`);
    const met = conditions.filter((condition) => isMet(condition, result)).map(({ points }) => points);
    metricPoints[id] = (metricPoints[id] ?? 0) + met.reduce((sum, points) => sum + points, 0);
    possible += mostPoints(conditions);
  }
  const score = Object.values(metricPoints).reduce((sum, points) => sum + points, 0);
  const scoreNormalized = possible === 0 ? 0 : Math.min(100, Math.round((score / possible) * 10_000) / 100);
  return { ...(name !== undefined && { name }), score, scoreNormalized, metricPoints };
}

/** Among the values at which a condition may change, and those between them, the one with the most points. */
function mostPoints(conditions: readonly Condition[]): number {
  const edges = conditions.flatMap(({ value }): (number | boolean)[] =>
    typeof value === "number" ? [value - 0.5, value, value + 0.5] : [value],
  );
  const at = (value: number | boolean) =>
    conditions.filter((condition) => isMet(condition, value)).reduce((sum, { points }) => sum + points, 0);
  return Math.max(...edges.map(at));
}

function isMet({ comparator, value }: Condition, result: number | boolean): boolean {
  switch (comparator) {
    case "=":
      return result === value;
    case "!=":
      return result !== value;
    case ">":
      return Number(result) > Number(value);
    case "<":
      return Number(result) < Number(value);
    case ">=":
      return Number(result) >= Number(value);
    case "<=":
      return Number(result) <= Number(value);
  }
}
