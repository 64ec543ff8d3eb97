import { failuresOf, isFailed } from "./failures.ts";
import type { SuiteRun } from "./suite-run.ts";

/** The results of a run for a terminal. */
export function linesOf({ suite, run }: SuiteRun): string[] {
  const { passed = 0, total = 0 } = run.progress ?? {};
  const tests = run.testResults.flatMap(({ test, attempts }) => {
    const failed = attempts.filter(isFailed);
    const isPassed = failed.length === 0 && attempts.length === (test.numAttempts ?? 1);
    return [
      `  ${isPassed ? "pass" : "FAIL"}  ${test.name ?? test.id}`,
      ...new Set(failed.flatMap(failuresOf).map((why) => `        ${why}`)),
    ];
  });
  return [
    `${suite.name ?? suite.id}: ${passed} of ${total} attempts passed`,
    ...tests,
    ...(run.failure === undefined ? [] : [`  ${run.failure}`]),
  ];
}
