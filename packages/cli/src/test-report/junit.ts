/** A conversation in a report. */
export interface JunitCase {
  title: string;
  seconds: number;
  /** Why it failed, a sentence for each reason, and what was said. */
  failure?: { why: string; transcript: string };
  /** Why it has no result. */
  error?: string;
  /** Why its failure does not count. */
  skipped?: string;
}

export interface JunitSuite {
  name: string;
  cases: readonly JunitCase[];
}

/** The results in the XML that pipelines read: a conversation is a test case. */
export function junitOf(suites: readonly JunitSuite[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.map(toSuite).join("")}</testsuites>\n`;
}

function toSuite({ name, cases }: JunitSuite): string {
  const count = (kind: "failure" | "error" | "skipped") => cases.filter((each) => each[kind] !== undefined).length;
  const skipped = count("skipped");
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}"`;
  const head = `  <testsuite name="${xml(name)}" ${counts}${skipped > 0 ? ` skipped="${skipped}"` : ""}>`;
  return `${head}\n${cases.map((each) => toCase(name, each)).join("")}  </testsuite>\n`;
}

function toCase(suite: string, { title, seconds, failure, error, skipped }: JunitCase): string {
  const head = `    <testcase classname="${xml(suite)}" name="${xml(title)}" time="${seconds.toFixed(3)}"`;
  if (error !== undefined) return `${head}>\n      <error message="${xml(error)}"/>\n    </testcase>\n`;
  if (skipped !== undefined) return `${head}>\n      <skipped message="${xml(skipped)}"/>\n    </testcase>\n`;
  if (!failure) return `${head}/>\n`;
  return `${head}>\n      <failure message="${xml(failure.why)}">${xml(failure.transcript)}</failure>\n    </testcase>\n`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\n": "&#10;" };

/** Removes control characters, which XML does not permit. */
function xml(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "").replace(/[&<>"\n]/g, (sign) => ENTITIES[sign] ?? "");
}
