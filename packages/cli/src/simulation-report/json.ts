import { wilson } from "@callwright/contract";
import { passesOf } from "./cells.ts";
import type { SuiteResult } from "./suite-result.ts";

/** The results for programs. Shares are from 0 to 1; `low` and `high` are 95 % intervals. */
export function jsonOf(results: readonly SuiteResult[], minimum: number): string {
  const suites = results.map(({ suite, run, url, counted, unstable, missing, cells, matrix, comparison, failures }) => ({
    ...suite,
    passed: failures.length === 0,
    failures,
    run: { id: run.id, url, seed: run.seed, endedReason: run.endedReason },
    counted: { ...counted, ...wilson(counted.passed, counted.total) },
    unstable,
    missing,
    scenarios: matrix.scenarios,
    callers: matrix.callers,
    cells: cells.map((cell) => {
      const { scenario, caller, isUnstable, items } = cell;
      const count = passesOf(cell);
      return { scenario, caller, isUnstable, ...count, ...wilson(count.passed, count.total), items };
    }),
    ...(comparison && { comparison }),
  }));
  return `${JSON.stringify({ passed: results.every(({ failures }) => failures.length === 0), minimum, suites }, null, 2)}\n`;
}
