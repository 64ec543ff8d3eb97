import type { SimulationMatrix } from "@callwright/contract";
import { itemId, type RunOfItems, statusOf } from "./items.ts";
import { FIRST_SEED, type ItemRow, pairsOf } from "./run-store.ts";
import type { ItemResult } from "./tables.ts";
import { failsItem } from "./verdict/reach-verdict.ts";

type Cell = SimulationMatrix["cells"][number];

/** The caller of pairs without one. */
const NEUTRAL = { name: "Neutral" };

/** The table of a run. `rows` need no conversations. */
export function matrixOf({ id, state }: RunOfItems, rows: readonly ItemRow[]): SimulationMatrix {
  const { tests, callers = [], seed = FIRST_SEED } = state;
  const pairs = pairsOf(state);
  const hasNeutral = pairs.some(({ caller }) => caller === undefined);
  const cells = pairs.map(
    ({ test, caller = callers.length, simulationId }): Cell => ({
      scenario: test,
      caller,
      simulationId,
      passed: 0,
      failed: 0,
      open: 0,
      isUnstable: false,
      items: [],
    }),
  );
  for (const row of rows) {
    const cell = cells[row.test];
    if (!cell) continue;
    const status = statusOf(row);
    if (status === "passed" || status === "failed") cell[status] += 1;
    else cell.open += 1;
    const { callId } = row.result ?? {};
    cell.isUnstable ||= row.result?.isUnstable ?? false;
    cell.items.push({
      id: itemId(id, row),
      seed: seed + row.attempt,
      status,
      ...(callId !== undefined && { callId }),
      ...(status === "failed" && row.result && firstProblem(row.result)),
    });
  }
  return {
    scenarios: tests.map(({ id: scenarioId, name = "Unnamed" }) => ({ id: scenarioId, name })),
    callers: [...callers.map(({ id: callerId, key, name }) => ({ id: callerId, key, name })), ...(hasNeutral ? [NEUTRAL] : [])],
    cells,
  };
}

function firstProblem({ failure, scorerResults, evaluations = [] }: ItemResult): { why: string; turn?: number } {
  const unmet = scorerResults.find(failsItem);
  if (unmet) return { why: unmet.rubric, ...(unmet.turn !== undefined && { turn: unmet.turn }) };
  const evaluation = evaluations.find(failsItem);
  return { why: evaluation?.name ?? failure ?? "It failed." };
}
