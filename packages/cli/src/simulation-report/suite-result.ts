import { type PassCount, type SimulationMatrix, type SimulationRun, sumCounts } from "@callwright/contract";
import { type CellResult, cellsOf, isDone, passesOf } from "./cells.ts";
import { compareCells, type SuiteComparison } from "./comparison.ts";
import { describeCount, describeShare } from "./rates.ts";

/** A run of a suite that has ended. */
export interface SuiteResult {
  suite: { id: string; name: string };
  run: SimulationRun;
  /** The page of the run. */
  url: string;
  matrix: SimulationMatrix;
  cells: CellResult[];
  /** Without unstable cells, which never fail. */
  counted: PassCount;
  /** Conversations of unstable cells. */
  unstable: number;
  /** Conversations without a result. */
  missing: number;
  comparison?: SuiteComparison;
  /** Why the suite failed, a sentence for each reason. Empty: it passed. */
  failures: string[];
}

export interface Judged {
  /** The share that must pass, from 0 to 1. */
  minimum: number;
  /** Cells of what it is compared with. */
  before?: { label: string; cells: readonly CellResult[] };
}

export function resultOf(made: Pick<SuiteResult, "suite" | "run" | "url" | "matrix">, { minimum, before }: Judged): SuiteResult {
  const cells = cellsOf(made.matrix);
  const stable = cells.filter(({ isUnstable }) => !isUnstable);
  const counted = sumCounts(stable.map(passesOf));
  const unstable = sumCounts(cells.filter(({ isUnstable }) => isUnstable).map(passesOf)).total;
  const missing = cells.flatMap(({ items }) => items).filter(({ status }) => !isDone(status)).length;
  const comparison = before && compareCells(before.label, before.cells, cells);
  const { endedReason = "completed" } = made.run;
  const failures = [
    ...(missing > 0 ? [`${missing} without a result: ${endedReason === "completed" ? "they were canceled" : endedReason}`] : []),
    ...(counted.total > 0 && counted.passed / counted.total < minimum
      ? [`${describeCount(counted)}; at least ${describeShare(minimum)} % must pass`]
      : []),
    ...(comparison?.change.verdict === "worse" ? [`worse than ${comparison.label}`] : []),
  ];
  return { ...made, cells, counted, unstable, missing, failures, ...(comparison && { comparison }) };
}
