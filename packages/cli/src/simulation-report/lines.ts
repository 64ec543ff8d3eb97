import { type CellResult, describeFailure, passesOf } from "./cells.ts";
import type { CellChange, SuiteComparison } from "./comparison.ts";
import { describeChange, describeCount } from "./rates.ts";
import type { SuiteResult } from "./suite-result.ts";

/** The result of a suite for a terminal. */
export function linesOf(result: SuiteResult): string[] {
  const { suite, run, cells, counted, unstable, comparison, failures, url } = result;
  return [
    `${suite.name}: ${describeCount(counted)}${unstable > 0 ? `; ${unstable} unstable, not counted` : ""}`,
    ...cells.flatMap(linesOfCell),
    ...(comparison ? comparisonLines(comparison) : []),
    ...failures.map((why) => `  FAILED  ${why}`),
    `  seeds ${seedsOf(result)}, run ${run.id}: ${url}`,
  ];
}

function linesOfCell(cell: CellResult): string[] {
  const { passed, total } = passesOf(cell);
  const mark = cell.isUnstable ? "unst" : passed === cell.items.length ? "pass" : "FAIL";
  const failure = describeFailure(cell);
  const count = cell.items.length === 1 ? "" : `  ${passed} of ${total}`;
  return [`  ${mark}  ${cell.title}${count}`, ...(failure === undefined ? [] : [`        ${failure}`])];
}

function comparisonLines({ label, before, after, change, changed, unpaired }: SuiteComparison): string[] {
  return [
    `  against ${label}: ${describeChange(change)}`,
    `        before ${describeCount(before)}`,
    `        now    ${describeCount(after)}`,
    ...changed.map((each) => `  ${signOf(each)}  ${each.title}: ${describeTurns(each)}`),
    ...(unpaired > 0 ? [`        ${unpaired} cells are in one of the runs only`] : []),
  ];
}

const signOf = ({ change: { difference } }: CellChange): string =>
  difference > 0 ? "better" : difference < 0 ? "broken" : "mixed ";

/** `18 of 20 before, 20 of 20 now; seeds 4, 7 pass now` */
export function describeTurns({ before, after, broken, mended, change: { verdict } }: CellChange): string {
  const turns = [
    ...(broken.length > 0 ? [`${seeds(broken)} broke`] : []),
    ...(mended.length > 0 ? [`${seeds(mended)} passed now`] : []),
  ];
  const beyondChance = verdict === "no difference" ? "" : `, ${verdict} beyond chance`;
  return [`${before.passed} of ${before.total} before, ${after.passed} of ${after.total} now${beyondChance}`, ...turns].join(
    "; ",
  );
}

const seeds = (all: readonly number[]) => `${all.length === 1 ? "seed" : "seeds"} ${all.join(", ")}`;

/** `1–20` */
export function seedsOf({ run: { seed = 1 }, cells }: Pick<SuiteResult, "run" | "cells">): string {
  const last = Math.max(seed, ...cells.flatMap(({ items }) => items.map((item) => item.seed)));
  return last === seed ? String(seed) : `${seed}–${last}`;
}
