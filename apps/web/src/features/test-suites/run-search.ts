import type { TestRun } from "@callwright/contract";

/** The shown attempt in the address: numbers from 1. Default: the first that failed. */
export interface RunSearch {
  test?: number;
  attempt?: number;
}

export function runSearch({ test, attempt }: Record<string, unknown>): RunSearch {
  const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isInteger(value) && value > 0;
  return { ...(isNumber(test) && { test }), ...(isNumber(attempt) && { attempt }) };
}

/** Places from 0. */
export function shownAttempt({ testResults }: TestRun, { test, attempt = 1 }: RunSearch): { test: number; attempt: number } {
  if (test !== undefined) return { test: test - 1, attempt: attempt - 1 };
  const failed = testResults.findIndex(({ attempts }) => attempts.some(({ result }) => result === "fail"));
  const attempts = testResults[failed]?.attempts ?? [];
  return {
    test: Math.max(0, failed),
    attempt: Math.max(
      0,
      attempts.findIndex(({ result }) => result === "fail"),
    ),
  };
}
