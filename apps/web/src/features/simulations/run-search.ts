import type { TestRun } from "@callwright/contract";
import { ordinal, searchOf } from "../../kit/search-params.ts";

/** The shown attempt in the address: numbers from 1. Default: the first that failed. */
export const runSearch = searchOf({ test: ordinal, attempt: ordinal });
type RunSearch = ReturnType<typeof runSearch>;

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
