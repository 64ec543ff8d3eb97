import {
  agreement,
  CreateSimulationRun,
  type ItemImprovements,
  invalid,
  type ListedSimulationRun,
  PlatformError,
  type ScoreItem,
  type SimulationConcurrency,
  type SimulationMatrix,
  type SimulationRun,
  type SimulationRunItem,
  type SimulationRunItemQuery,
  type SimulationRunQuery,
} from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { Page } from "../../platform/db/page-start.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { nameCaller } from "../../platform/http/caller-name.ts";
import { found } from "../../platform/http/found.ts";
import type { RunQueue } from "../../platform/jobs/runs.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { createResourceService } from "../../platform/resource-kit/resource-service.ts";
import { findResource, type ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { openRow } from "../../platform/secrets/sealed-headers.ts";
import { AnalysisFailure } from "../call/analysis/judge.ts";
import { orgConcurrency } from "../call/runtime/admit-call.ts";
import { stopRun } from "./gate/end-run.ts";
import { suggestImprovements } from "./improvements.ts";
import { isWanted, itemId, type RunOfItems, toItem } from "./items.ts";
import { matrixOf } from "./matrix.ts";
import * as store from "./run-store.ts";
import { releaseRun } from "./service.ts";
import { startSimulations } from "./start-simulations.ts";
import { simulationItem, simulationRun } from "./tables.ts";
import { toolsMessage } from "./tools-message.ts";

/** Runs as hosts show them: those of suites and of simulations. Runs of evals are apart. */
const runs = createResourceService<CreateSimulationRun, SimulationRun, ServerContext>({
  noun: "Simulation run",
  table: simulationRun,
  schema: CreateSimulationRun,
  within: sql`${simulationRun.state} -> 'eval' is null`,
  toEntity: (context, row) => toRun(context, row),
  release: releaseRun,
});

const STATUSES = { queued: "queued", "in-progress": "running", completed: "ended", failed: "ended" } as const;

function toRun(context: ServerContext, row: ResourceRow): SimulationRun {
  const { id, orgId, createdAt, updatedAt, config } = row;
  const state = store.stateOf(openRow(context, simulationRun, row));
  const { testSuiteId, status, request, target, startedAt, endedAt, failure, seed, isDraft } = state;
  const [queuedAt, changedAt] = [createdAt.toISOString(), updatedAt.toISOString()];
  const suite = testSuiteId === undefined ? [] : [{ type: "simulationSuite" as const, simulationSuiteId: testSuiteId }];
  return {
    id,
    orgId,
    createdAt: queuedAt,
    updatedAt: changedAt,
    ...config,
    status: STATUSES[status],
    queuedAt,
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt, endedReason: failure ?? status }),
    simulations: request?.simulations ?? suite,
    target: request?.target ?? namedTarget(state),
    ...(request?.iterations !== undefined && { iterations: request.iterations }),
    ...(request?.transport && { transport: request.transport }),
    ...(request?.line !== undefined && { line: request.line }),
    seed: seed ?? store.FIRST_SEED,
    ...(testSuiteId !== undefined && { testSuiteId }),
    ...(target.assistantVersion !== null && { assistantVersion: target.assistantVersion }),
    ...(isDraft && { isDraft }),
  };
}

/** The target of a run of a test suite. */
function namedTarget({ target }: store.TestRunState): SimulationRun["target"] {
  const { assistantId, team, assistant } = target;
  if (!team) return { type: "assistant", ...(assistantId === null ? { assistant } : { assistantId }) };
  return { type: "squad" };
}

async function withCounts({ db }: ServerContext, found: readonly SimulationRun[]): Promise<SimulationRun[]> {
  const ids = found.map(({ id }) => id);
  const counts = await store.countItems(db, ids);
  return found.map((run) => {
    const itemCounts = counts.get(run.id);
    return { ...run, ...(itemCounts && { itemCounts: { ...itemCounts } }) };
  });
}

async function whole(context: ServerContext, run: SimulationRun): Promise<SimulationRun> {
  const [counted = run] = await withCounts(context, [run]);
  return counted;
}

/** An ended one has the verdicts of its items. */
export async function getSimulationRun(context: ServerContext, caller: OrgCaller, id: string): Promise<SimulationRun> {
  const run = await whole(context, await runs.get(context, caller, id));
  if (run.status !== "ended") return run;
  const items = await store.listItems(context.db, id, { isWhole: false });
  const results = items.map(({ result }) => ({ status: result?.result ?? "fail", isSkipped: result === null }));
  const agreed = agreement(items.flatMap(({ result }) => result ?? []));
  return { ...run, results, ...(agreed.scored > 0 && { agreement: { ...agreed } }) };
}

export async function createSimulationRun(
  context: ServerContext,
  caller: OrgCaller,
  { body, origin, queue }: { body: CreateSimulationRun; origin: string; queue: RunQueue },
) {
  const id = await startSimulations(context, caller, body, queue);
  const run = await getSimulationRun(context, caller, id);
  const items = await store.listItems(context.db, id, { isWhole: false });
  const { state } = await runOfItems(context, caller, id);
  const message = await toolsMessage(context, caller.orgId, state);
  return {
    ...run,
    ...(message !== undefined && { message }),
    simulationRunItemIds: items.map((item) => itemId(id, item)),
    url: `${origin}/simulations/runs/${id}`,
  };
}

export async function listSimulationRuns(
  context: ServerContext,
  caller: OrgCaller,
  query: SimulationRunQuery,
): Promise<Page<ListedSimulationRun>> {
  const page = await runs.page(context, caller, query, runFilters(query));
  return { ...page, results: (await withCounts(context, page.results)).map((run) => ({ ...run, summary: summaryOf(run) })) };
}

function runFilters({ status, filterStatus, targetType, targetId, testSuiteId }: SimulationRunQuery): SQL[] {
  const state = simulationRun.state;
  const wanted = status && Object.entries(STATUSES).flatMap(([own, hosted]) => (hosted === status ? [own] : []));
  const hasFailed = sql`exists (select 1 from ${simulationItem} i where i.run_id = ${simulationRun.id} and i.result ->> 'result' = 'fail')`;
  const isOpen = sql`${state} ->> 'status' in ('queued', 'in-progress')`;
  return [
    ...(wanted ? [sql`${state} ->> 'status' = any(${sql.param(wanted)}::text[])`] : []),
    ...(filterStatus === "running" ? [isOpen] : []),
    ...(filterStatus === "failed" ? [sql`not ${isOpen} and (${hasFailed} or ${state} ->> 'status' = 'failed')`] : []),
    ...(filterStatus === "passed" ? [sql`${state} ->> 'status' = 'completed' and not ${hasFailed}`] : []),
    ...(targetType === undefined
      ? []
      : [
          sql`coalesce(${state} #>> '{request,target,type}', case when jsonb_typeof(${state} #> '{target,team}') = 'object' then 'squad' else 'assistant' end) = ${targetType}`,
        ]),
    ...(targetId === undefined
      ? []
      : [
          sql`${targetId.toLowerCase()} in (lower(${state} #>> '{target,assistantId}'), lower(${state} #>> '{request,target,squadId}'), lower(${state} #>> '{request,target,workflowId}'))`,
        ]),
    ...(testSuiteId === undefined ? [] : [sql`${simulationRun.testSuiteId} = ${testSuiteId.toLowerCase()}`]),
  ];
}

function summaryOf(run: SimulationRun) {
  const [first] = run.simulations as { type: string; simulationSuiteId?: string; simulationId?: string; name?: string }[];
  const isSuite = first?.type === "simulationSuite" && run.simulations.length === 1;
  const id = isSuite ? first.simulationSuiteId : first?.simulationId;
  const { name = first?.name ?? (isSuite ? "Suite" : "Simulations") } = run;
  const type = isSuite
    ? ("suite" as const)
    : id !== undefined && run.simulations.length === 1
      ? ("simulation" as const)
      : ("adHoc" as const);
  return {
    source: {
      type,
      ...(id !== undefined && { id }),
      name,
      linkable: id !== undefined,
      simulationIds: id !== undefined && !isSuite ? [id] : [],
    },
    simulationCount: run.simulations.length,
  };
}

/** No effect on a run that has ended. */
export async function cancelSimulationRun(context: ServerContext, caller: OrgCaller, id: string): Promise<SimulationRun> {
  await runs.get(context, caller, id);
  await stopRun(context, { orgId: caller.orgId, id }, "The run was canceled.");
  return getSimulationRun(context, caller, id);
}

export const deleteSimulationRun = async (context: ServerContext, caller: OrgCaller, id: string) =>
  whole(context, await runs.remove(context, caller, id));

export const restoreSimulationRun = async (context: ServerContext, caller: OrgCaller, id: string) =>
  whole(context, await runs.restore(context, caller, id));

async function runOfItems(context: ServerContext, { orgId }: OrgCaller, id: string): Promise<RunOfItems> {
  const row = found(await findResource(context.db, orgId, { table: simulationRun }, id), "Simulation run");
  return { ...row, state: store.stateOf(openRow(context, simulationRun, row)) };
}

export async function getMatrix(context: ServerContext, caller: OrgCaller, id: string): Promise<SimulationMatrix> {
  const run = await runOfItems(context, caller, id);
  return matrixOf(run, await store.listItems(context.db, id, { isWhole: false }));
}

export async function listItems(
  context: ServerContext,
  caller: OrgCaller,
  id: string,
  query: SimulationRunItemQuery,
): Promise<SimulationRunItem[]> {
  const run = await runOfItems(context, caller, id);
  const rows = await store.listItems(context.db, id, { isWhole: false });
  const items = rows.map((row) => toItem(run, row)).filter(isWanted(query));
  const { page, limit, sortOrder } = query;
  if (sortOrder === "DESC") items.reverse();
  return items.slice((page - 1) * limit, page * limit);
}

async function oneItem(context: ServerContext, caller: OrgCaller, { id, itemId: wanted }: { id: string; itemId: string }) {
  const run = await runOfItems(context, caller, id);
  const rows = await store.listItems(context.db, id, { isWhole: false });
  const { test, attempt } = found(
    rows.find((row) => itemId(id, row) === wanted),
    "Item",
  );
  return { run, row: found(await store.findItem(context.db, id, { test, attempt }), "Item") };
}

export async function getItem(
  context: ServerContext,
  caller: OrgCaller,
  ids: { id: string; itemId: string },
): Promise<SimulationRunItem> {
  const { run, row } = await oneItem(context, caller, ids);
  return toItem(run, row);
}

/** No effect on an item with a result. One that runs goes on until its conversation ends; its result is dropped. */
export async function cancelItem(
  context: ServerContext,
  caller: OrgCaller,
  ids: { id: string; itemId: string },
): Promise<SimulationRunItem> {
  const { row } = await oneItem(context, caller, ids);
  await store.markItem(context.db, row.runId, row, { status: "canceled", endedAt: context.now() });
  return getItem(context, caller, ids);
}

export async function scoreItem(
  context: ServerContext,
  caller: OrgCaller,
  ids: { id: string; itemId: string },
  { scores }: ScoreItem,
): Promise<SimulationRunItem> {
  const { row } = await oneItem(context, caller, ids);
  const criteria = row.result?.scorerResults.length ?? 0;
  const unknown = scores.findIndex(({ scorer }) => scorer >= criteria);
  if (unknown !== -1) throw invalid(`scores.${unknown}.scorer must be the place of a criterion: the item has ${criteria}`);
  const { userId, name } = await nameCaller(context.db, caller);
  const at = context.now().toISOString();
  const given = scores.map((score) => ({ ...score, by: name, at, ...(userId !== null && { userId }) }));
  await store.storeScores(context.db, row.runId, row, { userId, scores: given });
  return getItem(context, caller, ids);
}

export async function suggestForItem(
  context: ServerContext,
  caller: OrgCaller,
  ids: { id: string; itemId: string },
  { force, persist, signal }: { force: boolean; persist: boolean; signal: AbortSignal },
): Promise<ItemImprovements> {
  const { run, row } = await oneItem(context, caller, ids);
  if (!row.result) throw invalid("itemId must name an item with a result: wait until its status is passed or failed");
  const known = row.result.improvementSuggestions;
  if (known && !force) return known;
  const made = await suggestImprovements(context, { run, result: row.result, place: row, signal }).catch((error: unknown) => {
    if (!(error instanceof AnalysisFailure)) throw error;
    throw new PlatformError("provider-failed", { reason: error.message });
  });
  if (persist) await store.storeImprovements(context.db, row.runId, row, made);
  return made;
}

export async function getConcurrency(context: ServerContext, { orgId }: OrgCaller): Promise<SimulationConcurrency> {
  const { limit, limitedBy, inUse } = await orgConcurrency(context, orgId);
  const isDefault = limitedBy !== "concurrencyLimit";
  return {
    orgId,
    concurrencyLimit: limit,
    activeSimulations: inUse,
    availableToStart: Math.max(0, limit - inUse),
    createdAt: null,
    updatedAt: null,
    isDefault,
  };
}
