import { compareRates, type PassCount, type RateChange, sumCounts } from "@callwright/contract";
import { type CellResult, passesOf } from "./cells.ts";

/** A cell that both runs have. */
export interface CellChange {
  title: string;
  before: PassCount;
  after: PassCount;
  change: RateChange;
  /** Seeds that passed before and fail now. */
  broken: number[];
  /** Seeds that failed before and pass now. */
  mended: number[];
}

/** A run beside an earlier one. Unstable cells are left out. */
export interface SuiteComparison {
  /** `version 4`, or `run 1b2c…`. */
  label: string;
  before: PassCount;
  after: PassCount;
  change: RateChange;
  /** Those whose conversations changed. */
  changed: CellChange[];
  /** Cells that only one of the runs has. */
  unpaired: number;
}

export function compareCells(label: string, before: readonly CellResult[], after: readonly CellResult[]): SuiteComparison {
  const earlier = new Map(before.map((cell) => [cell.key, cell]));
  const pairs = after.flatMap((cell) => {
    const old = earlier.get(cell.key);
    return old ? [{ old, cell }] : [];
  });
  const changes = pairs
    .filter(({ old, cell }) => !old.isUnstable && !cell.isUnstable)
    .map(({ old, cell }) => changeOf(old, cell));
  const sum = (side: "before" | "after") => sumCounts(changes.map((each) => each[side]));
  return {
    label,
    before: sum("before"),
    after: sum("after"),
    change: compareRates(sum("before"), sum("after")),
    changed: changes.filter(({ broken, mended, change }) => broken.length + mended.length > 0 || change.difference !== 0),
    unpaired: before.length + after.length - 2 * pairs.length,
  };
}

function changeOf(old: CellResult, cell: CellResult): CellChange {
  const statuses = new Map(old.items.map(({ seed, status }) => [seed, status]));
  const turned = (from: string, to: string) =>
    cell.items.filter(({ seed, status }) => status === to && statuses.get(seed) === from).map(({ seed }) => seed);
  const [before, after] = [passesOf(old), passesOf(cell)];
  return {
    title: cell.title,
    before,
    after,
    change: compareRates(before, after),
    broken: turned("passed", "failed"),
    mended: turned("failed", "passed"),
  };
}
