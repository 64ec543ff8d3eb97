import type { Client } from "@callwright/client";
import { type CreateSimulationRun, type SimulationRunTarget, type TestSuite, UNPUBLISHED_VERSION } from "@callwright/contract";

/** What of a suite is run, and how. Absent: as the suite says. */
export interface RunChoice {
  /** Default: the published version, or the draft of an assistant that has none. */
  agent?: "draft" | "live";
  medium?: "chat" | "voice";
  /** A number of the simulated line that is called, by sound. */
  phoneNumberId?: string;
  /** A line of the gallery. */
  line?: string;
  /** Times that each test runs with each caller. */
  seeds?: number;
  /** The seed of the first time. Default 1. */
  seed?: number;
  /** Only these tests. */
  testIds?: readonly string[];
  /** Only these callers: ids of personalities or keys of the gallery. Empty: the neutral caller. */
  callers?: readonly string[];
  /** Only this pair of the suite. */
  simulationId?: string;
}

/** The request that starts a run of a suite. Without a target, the run tests what the suite does. */
export function startBody(
  simulationSuiteId: string,
  { medium, phoneNumberId, line, seeds, seed, testIds, callers, simulationId }: RunChoice,
  target?: SimulationRunTarget,
): CreateSimulationRun {
  const ofSuite = {
    type: "simulationSuite" as const,
    simulationSuiteId,
    ...(testIds && { testIds: [...testIds] }),
    ...(callers && { callers: [...callers] }),
  };
  return {
    simulations: [simulationId === undefined ? ofSuite : { type: "simulation", simulationId }],
    ...(target && { target }),
    ...(seeds !== undefined && { iterations: seeds }),
    ...(seed !== undefined && { seed }),
    ...(line !== undefined && { line }),
    ...(medium && {
      transport: {
        provider: medium === "chat" ? "vapi.webchat" : "vapi.websocket",
        ...(phoneNumberId !== undefined && { phoneNumberId }),
      },
    }),
  };
}

/** The assistant that a suite tests, and whose draft can be run. Undefined for other targets. */
export const assistantIdOf = ({ targetPlan }: Pick<TestSuite, "targetPlan">): string | undefined => targetPlan?.assistantId;

/** The user's draft, or the agent of a pair, which has none by itself. Undefined: the suite says it. */
export async function targetOf(
  client: Client,
  { targetPlan }: TestSuite,
  { agent, simulationId }: RunChoice,
): Promise<SimulationRunTarget | undefined> {
  const { assistantId, squadId, workflowId } = targetPlan ?? {};
  const isDraft = async (id: string) =>
    agent === undefined ? (await client.assistants.get({ id })).latestVersion === UNPUBLISHED_VERSION : agent === "draft";
  if (assistantId !== undefined && (await isDraft(assistantId))) {
    const { config } = await client.assistants.getDraft({ id: assistantId });
    return { type: "assistant", assistant: config };
  }
  if (simulationId === undefined) return undefined;
  if (assistantId !== undefined) return { type: "assistant", assistantId };
  if (squadId !== undefined) return { type: "squad", squadId };
  return workflowId === undefined ? undefined : { type: "workflow", workflowId };
}
