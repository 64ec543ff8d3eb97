import { invalid, type SimulationRunTarget } from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { testSuites } from "../service.ts";
import { startSimulations } from "../start-simulations.ts";
import { namedTarget } from "../tested-target.ts";
import type { GateState } from "./gate-state.ts";

interface OwnSuiteRun extends Omit<GateState, "key"> {
  name: string;
  /** Default: what the suite's plan names, as it is live. */
  target?: SimulationRunTarget;
}

/** Starts a whole suite: its tests with its callers, and its simulations. Returns the id of the run. Fails as the start of a run does. */
export async function startSuite(
  context: ServerContext,
  caller: OrgCaller,
  suiteId: string,
  queue: RunQueue,
  { name, target, ...own }: OwnSuiteRun,
): Promise<string> {
  const { assistantOverrides, ...planned } = await namedTarget(
    context,
    caller.orgId,
    await testSuites.get(context, caller, suiteId),
  );
  const body = {
    name,
    simulations: [{ type: "simulationSuite" as const, simulationSuiteId: suiteId }],
    target: target ?? targetOf(planned),
  };
  return startSimulations(context, caller, body, queue, { ...own, assistantOverrides });
}

function targetOf({ assistantId, squadId, workflowId }: Partial<Record<"assistantId" | "squadId" | "workflowId", string | undefined>>) {
  if (assistantId !== undefined) return { type: "assistant" as const, assistantId };
  if (squadId !== undefined) return { type: "squad" as const, squadId };
  if (workflowId !== undefined) return { type: "workflow" as const, workflowId };
  throw invalid("targetPlan must name an assistant, a squad or a workflow");
}
