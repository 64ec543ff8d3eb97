import { compareRates, type PassCount, type RateChange, type SimulationMatrix, sumCounts } from "@callwright/contract";

type Scenario = SimulationMatrix["scenarios"][number];
type Caller = SimulationMatrix["callers"][number];
type Cell = SimulationMatrix["cells"][number];

/** A cell of the table: a scenario with a caller. */
export interface TableCell extends PassCount {
  /** Its name in the address. */
  key: string;
  scenario: Scenario;
  caller: Caller;
  /** The id of its pair. */
  simulationId: string;
  failed: number;
  /** Without a result. */
  open: number;
  isUnstable: boolean;
  items: Cell["items"];
  /** The same cell of the run that it is compared with. */
  before: PassCount | undefined;
  change: RateChange["verdict"] | undefined;
}

export interface TableRow {
  scenario: Scenario;
  /** By caller. Undefined where the scenario has no such caller. */
  cells: readonly (TableCell | undefined)[];
  sum: PassCount;
}

export interface MatrixTable {
  callers: readonly Caller[];
  rows: readonly TableRow[];
  /** Conversations of the cell with the most. */
  seeds: number;
  /** By caller. */
  sums: readonly PassCount[];
  sum: PassCount;
  /** What of the run that it is compared with has the same cells. */
  before: PassCount | undefined;
  better: number;
  worse: number;
  same: number;
  unstable: number;
}

/** A caller in the address, and in requests: its id, its key in the gallery, or its name. */
export const callerKey = ({ id, key, name }: Caller): string => id ?? key ?? name;

export const cellKey = (scenario: Scenario, caller: Caller): string => `${scenario.id}~${callerKey(caller)}`;

/** A run as a table of passes. `before`: the run that it is compared with, cell by cell. */
export function tableOf(matrix: SimulationMatrix, before?: SimulationMatrix): MatrixTable {
  const { scenarios, callers } = matrix;
  const known = before && gathered(before);
  const cells = gathered(matrix);
  const rows = scenarios.map((scenario): TableRow => {
    const ofRow = callers.map((caller) => {
      const cell = cells.get(cellKey(scenario, caller));
      const old = known?.get(cellKey(scenario, caller));
      return cell && { ...cell, before: old && countOf(old), change: old && changeOf(old, cell) };
    });
    return { scenario, cells: ofRow, sum: sumCounts(shown(ofRow)) };
  });
  const all = rows.flatMap((row) => shown(row.cells));
  const changes = all.filter(({ isUnstable }) => !isUnstable).map(({ change }) => change);
  const count = (wanted: RateChange["verdict"]) => changes.filter((each) => each === wanted).length;
  const olds = all.flatMap((cell) => (cell.before ? [cell.before] : []));
  return {
    callers,
    rows,
    seeds: Math.max(0, ...all.map(({ total, open }) => total + open)),
    sums: callers.map((_, at) => sumCounts(shown(rows.map((row) => row.cells[at])))),
    sum: sumCounts(all),
    before: olds.length > 0 ? sumCounts(olds) : undefined,
    better: count("better"),
    worse: count("worse"),
    same: count("no difference"),
    unstable: all.filter(({ isUnstable }) => isUnstable).length,
  };
}

const shown = (cells: readonly (TableCell | undefined)[]): TableCell[] => cells.filter((cell) => cell !== undefined);

const countOf = ({ passed, total }: PassCount): PassCount => ({ passed, total });

/** Undefined while one side has no result. */
function changeOf(before: PassCount, after: PassCount): RateChange["verdict"] | undefined {
  return before.total === 0 || after.total === 0 ? undefined : compareRates(before, after).verdict;
}

/** The cells by their names. Pairs of the same scenario and caller are one cell. */
function gathered({ scenarios, callers, cells }: SimulationMatrix): Map<string, TableCell> {
  const found = new Map<string, TableCell>();
  for (const { scenario: row, caller: column, simulationId, passed, failed, open, isUnstable, items } of cells) {
    const [scenario, caller] = [scenarios[row], callers[column]];
    if (!scenario || !caller) continue;
    const key = cellKey(scenario, caller);
    const same = found.get(key);
    found.set(key, {
      key,
      scenario,
      caller,
      simulationId: same?.simulationId ?? simulationId,
      passed: passed + (same?.passed ?? 0),
      failed: failed + (same?.failed ?? 0),
      total: passed + failed + (same?.total ?? 0),
      open: open + (same?.open ?? 0),
      isUnstable: isUnstable || (same?.isUnstable ?? false),
      items: [...(same?.items ?? []), ...items],
      before: undefined,
      change: undefined,
    });
  }
  return found;
}

/** A sentence and how many items it is about. */
interface Counted {
  text: string;
  count: number;
}

/** The first criterion that was not met, by how many items it failed: the most frequent one first. */
export function firstFailures(items: Cell["items"]): Counted[] {
  const counts = new Map<string, number>();
  for (const { status, why } of items) {
    if (status === "failed" && why !== undefined) counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => ({ text, count })).toSorted((one, other) => other.count - one.count);
}
