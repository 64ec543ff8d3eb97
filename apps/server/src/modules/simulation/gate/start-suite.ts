import type { CreateSimulationRun } from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { startSimulations } from "../start-simulations.ts";
import type { GateState } from "./gate-state.ts";

interface OwnSuiteRun extends Omit<GateState, "key">, Pick<CreateSimulationRun, "name" | "target"> {}

/**
 * Starts a whole suite: its tests with its callers, and its simulations. Default target: what the suite's plan names, as it is live. Returns the id
 * of the run. Fails as the start of a run does.
 */
export function startSuite(
  context: ServerContext,
  caller: OrgCaller,
  suiteId: string,
  queue: RunQueue,
  { name, target, ...own }: OwnSuiteRun,
): Promise<string> {
  const simulations = [{ type: "simulationSuite" as const, simulationSuiteId: suiteId }];
  return startSimulations(context, caller, { name, simulations, target }, queue, own);
}
