import { type CreateEvalRun, type EvalQuery, type EvalRun, CreateEvalRun as EvalRunSchema } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { RunQueue } from "../../../platform/jobs/runs.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { createResourceService } from "../../../platform/resource-kit/resource-service.ts";
import type { ResourceRow } from "../../../platform/resource-kit/resource-store.ts";
import { openRow } from "../../../platform/secrets/sealed-headers.ts";
import { resolveTarget } from "../../assistant/resolve-target.ts";
import { requireBudget } from "../../cost/spending.ts";
import { storeRun } from "../run-service.ts";
import { stateOf } from "../run-store.ts";
import { releaseRun } from "../service.ts";
import { simulationRun } from "../tables.ts";
import { requireRunnableEval } from "../verdict/mock-conversation.ts";
import { evals } from "./evals.ts";

export const evalRuns = createResourceService<CreateEvalRun, EvalRun, ServerContext>({
  noun: "Eval run",
  table: simulationRun,
  schema: EvalRunSchema,
  within: sql`${simulationRun.state} -> 'eval' is not null`,
  toEntity: (context, row) => toEvalRun(context, row),
  release: releaseRun,
});

/** Starts a run of an eval as it is now. Fails with `validation-failed`, or as chats with the target do. */
export async function startEvalRun(
  context: ServerContext,
  caller: OrgCaller,
  { evalId, eval: inline, target }: CreateEvalRun,
  queue: RunQueue,
): Promise<EvalRun & { evalRunId: string }> {
  await requireBudget(context.db, caller, context.now());
  const { messages } = inline ?? (await evals.get(context, caller, evalId?.toLowerCase() ?? ""));
  requireRunnableEval({ messages });
  const { type: _, ...body } = target;
  const state = {
    status: "queued" as const,
    tests: [],
    target: await resolveTarget(context, caller.orgId, "chat", body),
    tester: null,
    isDraft: target.type === "assistant" && target.assistant !== undefined,
    eval: { messages, target, ...(inline && { inline }), ...(evalId !== undefined && { evalId: evalId.toLowerCase() }) },
  };
  const id = await storeRun(context, caller, { name: undefined, state, places: [] }, queue);
  return { ...(await evalRuns.get(context, caller, id)), evalRunId: id };
}

const STATUSES = { queued: "queued", "in-progress": "running", completed: "ended", failed: "ended" } as const;

function toEvalRun(context: ServerContext, row: ResourceRow): EvalRun {
  const { id, orgId, createdAt, updatedAt } = row;
  const { status, startedAt, endedAt, failure, eval: made, evalOutcome } = stateOf(openRow(context, simulationRun, row));
  if (!made) throw new Error("a run of an eval has no eval");
  const { evalId, inline, target } = made;
  const { endedReason, result, cost = 0, costs = [] } = evalOutcome ?? {};
  const isEnded = STATUSES[status] === "ended";
  return {
    id,
    orgId,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    type: "eval",
    status: STATUSES[status],
    // Deleted, or given up after many restarts.
    ...(isEnded && { endedReason: endedReason ?? "aborted" }),
    ...(failure !== undefined && { endedMessage: failure }),
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    ...(evalId !== undefined && { evalId }),
    ...(inline && { eval: inline }),
    target,
    results: result ? [result] : [],
    cost,
    costs: costs.map((each) => ({ ...each })),
  };
}

/** The condition of a list's `id`. */
export const evalFilters =
  (column: SQL) =>
  ({ id }: EvalQuery): SQL[] =>
    id === undefined ? [] : [sql`${column} = ${id.toLowerCase()}`];
