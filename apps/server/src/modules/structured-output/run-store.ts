import type { OutputRun, OutputRunFilter } from "@callwright/contract";
import { and, count, desc, eq, gte, inArray, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import { isPrivateCall } from "../../platform/compliance/privacy.ts";
import type { Database } from "../../platform/db/connect.ts";
import { instantOf } from "../../platform/db/list-filters.ts";
import { callFilters } from "../call/api/call-filters.ts";
import { call } from "../call/tables.ts";
import { outputRun, outputRunCall } from "./tables.ts";

export type RunRow = typeof outputRun.$inferSelect;
export type RunCallStatus = Exclude<(typeof outputRunCall.$inferSelect)["status"], "waiting">;

/** Maximum listed runs of an output. */
const LISTED_RUNS = 20;

/** Ids of the ended calls that match, the newest first. */
export async function findRunCalls(
  db: Database,
  orgId: string,
  { callIds, filter, max }: { callIds?: readonly string[] | undefined; filter?: OutputRunFilter | undefined; max: number },
): Promise<string[]> {
  const { createdAtGe, createdAtLe, ...others } = filter ?? {};
  const those: SQL[] = [
    ...(callIds ? [inArray(call.id, [...callIds])] : []),
    ...(createdAtGe === undefined ? [] : [gte(call.createdAt, instantOf(createdAtGe))]),
    ...(createdAtLe === undefined ? [] : [lte(call.createdAt, instantOf(createdAtLe))]),
    ...callFilters(others),
  ];
  const rows = await db
    .select({ id: call.id })
    .from(call)
    .where(and(eq(call.orgId, orgId), isNull(call.deletedAt), eq(call.status, "ended"), not(isPrivateCall), ...those))
    .orderBy(desc(call.createdAt), desc(call.id))
    .limit(max);
  return rows.map(({ id }) => id);
}

/** The calls among these whose words are not stored. */
export async function listPrivateCalls(db: Database, orgId: string, callIds: readonly string[]) {
  return db
    .select({ id: call.id, details: call.details })
    .from(call)
    .where(and(eq(call.orgId, orgId), inArray(call.id, [...callIds]), isPrivateCall));
}

export async function insertRun(db: Database, run: RunRow, callIds: readonly string[]): Promise<void> {
  await db.insert(outputRun).values(run);
  for (let from = 0; from < callIds.length; from += 1_000)
    await db
      .insert(outputRunCall)
      .values(callIds.slice(from, from + 1_000).map((callId) => ({ runId: run.id, callId, status: "waiting" as const })));
}

export async function findRun(db: Database, orgId: string, id: string): Promise<RunRow | undefined> {
  const [row] = await db
    .select()
    .from(outputRun)
    .where(and(eq(outputRun.orgId, orgId), eq(outputRun.id, id)));
  return row;
}

export async function listRuns(db: Database, orgId: string, outputKey: string): Promise<RunRow[]> {
  return db
    .select()
    .from(outputRun)
    .where(and(eq(outputRun.orgId, orgId), eq(outputRun.outputKey, outputKey)))
    .orderBy(desc(outputRun.createdAt))
    .limit(LISTED_RUNS);
}

/** Runs that have not ended. */
export async function listOpenRuns(db: Database): Promise<Pick<RunRow, "orgId" | "id">[]> {
  return db
    .select({ orgId: outputRun.orgId, id: outputRun.id })
    .from(outputRun)
    .where(inArray(outputRun.status, ["queued", "running"]));
}

export async function isOpenRun(db: Database, { orgId, id }: Pick<RunRow, "orgId" | "id">): Promise<boolean> {
  const run = await findRun(db, orgId, id);
  return run?.status === "queued" || run?.status === "running";
}

/** False when the run has ended. */
export async function changeRun(db: Database, id: string, change: Partial<Pick<RunRow, "status" | "endedAt">>): Promise<boolean> {
  const changed = await db
    .update(outputRun)
    .set(change)
    .where(and(eq(outputRun.id, id), inArray(outputRun.status, ["queued", "running"])))
    .returning({ id: outputRun.id });
  return changed.length > 0;
}

export async function listWaitingCalls(db: Database, runId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ callId: outputRunCall.callId })
    .from(outputRunCall)
    .where(and(eq(outputRunCall.runId, runId), eq(outputRunCall.status, "waiting")))
    .orderBy(outputRunCall.callId)
    .limit(limit);
  return rows.map(({ callId }) => callId);
}

/** False when its result is stored already. */
export async function markCall(db: Database, runId: string, callId: string, status: RunCallStatus): Promise<boolean> {
  const changed = await db
    .update(outputRunCall)
    .set({ status })
    .where(and(eq(outputRunCall.runId, runId), eq(outputRunCall.callId, callId), eq(outputRunCall.status, "waiting")))
    .returning({ callId: outputRunCall.callId });
  return changed.length > 0;
}

/** How far runs are. */
export async function countCalls(
  db: Database,
  runIds: readonly string[],
): Promise<Map<string, Pick<OutputRun, "done" | "failed" | "skipped">>> {
  const counted = await db
    .select({ runId: outputRunCall.runId, status: outputRunCall.status, calls: count() })
    .from(outputRunCall)
    .where(inArray(outputRunCall.runId, [...runIds]))
    .groupBy(outputRunCall.runId, outputRunCall.status);
  const of = (runId: string, status: RunCallStatus) =>
    counted.find((each) => each.runId === runId && each.status === status)?.calls ?? 0;
  return new Map(
    runIds.map((id) => [id, { done: of(id, "done"), failed: of(id, "failed"), skipped: of(id, "skipped") }] as const),
  );
}

/** Calls with a result of an output. The condition is the same as in the index `call_outputs`. */
export const hasOutput = (key: string): SQL => sql`${call.details} #> '{artifact,structuredOutputs}' ? ${key}`;
