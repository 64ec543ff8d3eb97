import type { TestAttempt, TestRun, TestSuite } from "@callwright/contract";
import { failuresOf, isFailed } from "./failures.ts";
import type { JunitCase, JunitSuite } from "./junit.ts";

/** A run with its suite. */
export interface SuiteRun {
  suite: TestSuite;
  run: TestRun;
}

/** An attempt is a case. */
export function junitSuiteOf({ suite, run }: SuiteRun): JunitSuite {
  const missing = run.failure ?? "The attempt was not made.";
  const cases = run.testResults.flatMap(({ test, attempts }) =>
    Array.from({ length: test.numAttempts ?? 1 }, (_, index) => {
      const name = test.name ?? test.id;
      return junitCaseOf((test.numAttempts ?? 1) > 1 ? `${name} (attempt ${index + 1})` : name, attempts[index], missing);
    }),
  );
  return { name: suite.name ?? suite.id, cases };
}

function junitCaseOf(title: string, attempt: TestAttempt | undefined, missing: string): JunitCase {
  if (attempt === undefined) return { title, seconds: 0, error: missing };
  const seconds = (attempt.turns ?? []).reduce((sum, { durationMs }) => sum + durationMs, 0) / 1000;
  if (!isFailed(attempt)) return { title, seconds };
  const transcript = String(attempt.call?.artifact.transcript ?? "");
  return { title, seconds, failure: { why: failuresOf(attempt).join("\n"), transcript } };
}
