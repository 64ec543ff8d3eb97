import type { PassCount, SimulationMatrix } from "@callwright/contract";

/** The conversations of a scenario with a caller. */
export interface CellResult {
  /** The same in other runs of the suite. */
  key: string;
  /** The scenario, with its caller if the run has several. */
  title: string;
  scenario: number;
  caller: number;
  isUnstable: boolean;
  items: SimulationMatrix["cells"][number]["items"];
}

export const isDone = (status: string): boolean => status === "passed" || status === "failed";

export function passesOf({ items }: Pick<CellResult, "items">): PassCount {
  return {
    passed: items.filter(({ status }) => status === "passed").length,
    total: items.filter(({ status }) => isDone(status)).length,
  };
}

export function cellsOf({ scenarios, callers, cells }: SimulationMatrix): CellResult[] {
  return cells.map(({ scenario, caller, isUnstable, items }) => {
    const [row, column] = [scenarios[scenario], callers[caller]];
    const name = row?.name ?? "Unnamed";
    return {
      key: JSON.stringify([row?.id, column?.id ?? column?.key ?? column?.name]),
      title: callers.length > 1 ? `${name} × ${column?.name}` : name,
      scenario,
      caller,
      isUnstable,
      items,
    };
  });
}

/** The first failure: `Names the hours (seed 3, turn 1)` */
export function describeFailure({ items }: Pick<CellResult, "items">): string | undefined {
  const failed = items.find(({ status }) => status === "failed");
  if (!failed) return undefined;
  const { why = "It failed.", seed, turn } = failed;
  return `${why} (seed ${seed}${turn === undefined ? "" : `, turn ${turn}`})`;
}
