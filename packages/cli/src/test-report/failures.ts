import type { TestAttempt } from "@callwright/contract";

/** Why an attempt failed, a sentence for each reason. */
export function failuresOf({ failure, scorerResults }: TestAttempt): string[] {
  const unmet = scorerResults
    .filter(({ result }) => result === "fail")
    .map(({ rubric, turn, reasoning }) => `${rubric}${turn === undefined ? "" : ` (turn ${turn})`}: ${reasoning}`);
  return [...(failure === undefined ? [] : [failure]), ...unmet];
}

export const isFailed = ({ result, scorerResults }: TestAttempt): boolean =>
  (result ?? (scorerResults.some((each) => each.result === "fail") ? "fail" : "pass")) === "fail";
