import { type CellResult, describeFailure, passesOf } from "./cells.ts";
import type { SuiteComparison } from "./comparison.ts";
import { describeTurns, seedsOf } from "./lines.ts";
import { describeChange, describeCount, describeInterval } from "./rates.ts";
import type { SuiteResult } from "./suite-result.ts";

/** Failed cells whose first failure a summary shows. */
const SHOWN_FAILURES = 20;

/** The results for a pull request. */
export function markdownOf(results: readonly SuiteResult[]): string {
  return results.map(suiteSection).join("\n");
}

function suiteSection(result: SuiteResult): string {
  const { suite, counted, unstable, cells, comparison, failures, url } = result;
  const failed = cells.filter((cell) => !cell.isUnstable && describeFailure(cell) !== undefined);
  const hidden = failed.length - SHOWN_FAILURES;
  return [
    `## ${failures.length === 0 ? "✓" : "✗"} ${plain(suite.name)}`,
    "",
    `${describeCount(counted)}.${unstable > 0 ? ` ${unstable} unstable, not counted.` : ""} Seeds ${seedsOf(result)}. [Run](${url})`,
    "",
    ...failures.map((why) => `- **Failed:** ${plain(why)}`),
    ...(failures.length > 0 ? [""] : []),
    ...matrixLines(result),
    "",
    ...(comparison ? comparisonLines(comparison) : []),
    ...(failed.length > 0 ? ["### First failed checks", ""] : []),
    ...failed.slice(0, SHOWN_FAILURES).map((cell) => `- **${plain(cell.title)}**: ${plain(describeFailure(cell) ?? "")}`),
    ...(hidden > 0 ? [`- … and ${hidden} more`] : []),
    ...(failed.length > 0 ? [""] : []),
  ].join("\n");
}

/** Scenarios × callers. Rates have their 95 % intervals. */
function matrixLines({ matrix: { scenarios, callers }, cells }: SuiteResult): string[] {
  const at = new Map<string, CellResult[]>();
  for (const cell of cells) {
    const place = `${cell.scenario} ${cell.caller}`;
    at.set(place, [...(at.get(place) ?? []), cell]);
  }
  const row = (texts: readonly string[]) => `| ${texts.join(" | ")} |`;
  return [
    row(["scenario", ...callers.map(({ name }) => plain(name))]),
    row(["---", ...callers.map(() => "---")]),
    ...scenarios.map(({ name }, scenario) =>
      row([plain(name), ...callers.map((_, caller) => (at.get(`${scenario} ${caller}`) ?? []).map(describeCell).join("<br>"))]),
    ),
  ];
}

function describeCell(cell: CellResult): string {
  const count = passesOf(cell);
  const mark = cell.isUnstable ? "~ unstable," : count.passed === cell.items.length ? "✓" : "✗";
  return `${mark} ${count.passed} of ${cell.items.length}${count.total > 1 ? ` (${describeInterval(count)})` : ""}`;
}

function comparisonLines({ label, before, after, change, changed, unpaired }: SuiteComparison): string[] {
  const part = (title: string, wanted: (difference: number) => boolean) => {
    const those = changed.filter((each) => wanted(each.change.difference));
    if (those.length === 0) return [];
    return [`**${title}**`, "", ...those.map((each) => `- ${plain(each.title)}: ${describeTurns(each)}`), ""];
  };
  return [
    `### Against ${plain(label)}`,
    "",
    `${describeChange(change)}. Before: ${describeCount(before)}. Now: ${describeCount(after)}.`,
    "",
    ...part("What got better", (difference) => difference > 0),
    ...part("What broke", (difference) => difference < 0),
    ...part("Other seeds than before", (difference) => difference === 0),
    ...(unpaired > 0 ? [`${unpaired} cells are in one of the runs only.`, ""] : []),
  ];
}

/** Text of others as Markdown shows it: no markup, one line. */
function plain(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[\\`*_[\]|~#]/g, (sign) => `\\${sign}`)
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/@/g, "@\u200b");
}
