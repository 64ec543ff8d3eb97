import type { TestAttempt } from "@callwright/contract";
import { failuresOf, isFailed } from "./failures.ts";
import type { SuiteRun } from "./suite-run.ts";

/** The results in the XML that pipelines read: an attempt is a test case. */
export function junitOf(runs: readonly SuiteRun[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${runs.map(toSuite).join("")}</testsuites>\n`;
}

function toSuite({ suite, run }: SuiteRun): string {
  const name = suite.name ?? suite.id;
  const cases = run.testResults.flatMap(({ test, attempts }) =>
    Array.from({ length: test.numAttempts ?? 1 }, (_, index) => {
      const attempt = attempts[index];
      const title = (test.numAttempts ?? 1) > 1 ? `${test.name ?? test.id} (attempt ${index + 1})` : (test.name ?? test.id);
      return { title, attempt, isFailed: attempt !== undefined && isFailed(attempt) };
    }),
  );
  const failures = cases.filter((each) => each.isFailed).length;
  const errors = cases.filter(({ attempt }) => attempt === undefined).length;
  const body = cases.map((each) => toCase(name, each, run.failure ?? "The attempt was not made.")).join("");
  return `  <testsuite name="${xml(name)}" tests="${cases.length}" failures="${failures}" errors="${errors}">\n${body}  </testsuite>\n`;
}

function toCase(
  suite: string,
  { title, attempt, isFailed: failed }: { title: string; attempt: TestAttempt | undefined; isFailed: boolean },
  missing: string,
): string {
  const head = `    <testcase classname="${xml(suite)}" name="${xml(title)}" time="${secondsOf(attempt)}"`;
  if (attempt === undefined) return `${head}>\n      <error message="${xml(missing)}"/>\n    </testcase>\n`;
  if (!failed) return `${head}/>\n`;
  const why = failuresOf(attempt).join("\n");
  const transcript = String(attempt.call?.artifact.transcript ?? "");
  return `${head}>\n      <failure message="${xml(why)}">${xml(transcript)}</failure>\n    </testcase>\n`;
}

function secondsOf(attempt: TestAttempt | undefined): string {
  const ms = (attempt?.turns ?? []).reduce((sum, { durationMs }) => sum + durationMs, 0);
  return (ms / 1000).toFixed(3);
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;" };

/** Removes control characters, which XML does not permit. */
function xml(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "").replace(/[&<>"\n]/g, (sign) => ENTITIES[sign] ?? "");
}
