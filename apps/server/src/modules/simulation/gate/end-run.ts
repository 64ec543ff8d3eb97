import type { GateRun } from "@callwright/contract";
import type { Database } from "../../../platform/db/connect.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { type CandidateVerdict, settleCandidate } from "../../assistant/versions.ts";
import { changeRun, endedState, type TestRunState } from "../run-store.ts";
import { checkRuns } from "./check-runs.ts";

type Context = Pick<ServerContext, "config" | "db" | "now" | "newId" | "secrets">;
type Ending = Pick<TestRunState, "status" | "endedAt"> & Partial<Pick<TestRunState, "failure">>;

/**
 * Ends a run, and in the same transaction what waits for it: the candidate goes live, or is rejected. Without effect on a run that has ended. Returns
 * the runs that nothing waits for now, for `stopRuns`. `onEnded`: what else belongs to the end.
 */
export function endRun(
  context: Context,
  { orgId, id }: { orgId: string; id: string },
  ending: Ending,
  onEnded?: (tx: Database, state: TestRunState) => Promise<void>,
): Promise<readonly GateRun[]> {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const ended = await changeRun(db, id, ending, context.now());
    if (ended) await onEnded?.(db, ended);
    const candidate = ended?.gate?.candidate;
    if (!candidate) return [];
    // The row of the run is held first, that of the assistant second. Nobody waits for a run while holding the assistant.
    return settleCandidate(tx, { orgId, ...candidate }, async (gate) => verdictOf(await checkRuns(db, orgId, gate)));
  });
}

function verdictOf(checks: Awaited<ReturnType<typeof checkRuns>>): CandidateVerdict {
  const failed = checks.find(({ status }) => status === "failed");
  if (failed) {
    const { name, testSuiteId, passed, total, needed } = failed;
    const suite = name ?? testSuiteId;
    if (passed >= needed) return { failure: `The run of the suite ${suite} did not complete.` };
    return { failure: `Suite ${suite}: ${passed} of ${total} attempts passed, ${needed} were needed.` };
  }
  return checks.every(({ status }) => status === "passed") ? "passed" : "running";
}

/** Ends a run without all of its results. */
export async function stopRun(context: Context, run: { orgId: string; id: string }, failure: string): Promise<void> {
  await stopRuns(context, run.orgId, await endRun(context, run, endedState(failure, context.now())));
}

/** Ends the runs that nothing waits for any more. */
export async function stopRuns(context: Context, orgId: string, runs: readonly GateRun[]): Promise<void> {
  for (const { runId } of runs)
    await stopRun(context, { orgId, id: runId }, "The version that it tested was replaced or rejected.");
}
