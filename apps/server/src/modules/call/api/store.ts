import type { CallEvent, CallFilter, ListQuery } from "@callwright/contract";
import { and, asc, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { entityFilters, newestFirst } from "../../../platform/db/list-filters.ts";
import { restorableSince } from "../../../platform/db/restorable-since.ts";
import { openRow, type SealedDatabase } from "../../../platform/secrets/sealed-headers.ts";
import { call, callEvent } from "../tables.ts";
import { ARTIFACT_EVENT_TYPES, type ArtifactEvent } from "./artifact-event.ts";
import { callFilters, SEARCHED_CALL } from "./call-filters.ts";

export type CallRow = typeof call.$inferSelect;

/** Ids of calls, the newest first. */
export async function listCallIds(db: Database, orgId: string, query: ListQuery & CallFilter): Promise<string[]> {
  const rows = await db
    .select({ id: call.id })
    .from(call)
    .where(and(eq(call.orgId, orgId), isNull(call.deletedAt), ...entityFilters(SEARCHED_CALL, query), ...callFilters(query)))
    .orderBy(...newestFirst(call))
    .limit(query.limit);
  return rows.map(({ id }) => id);
}

/** In the order of the ids. */
export async function findCalls(store: SealedDatabase, orgId: string, ids: string[]): Promise<CallRow[]> {
  const rows = await store.db
    .select()
    .from(call)
    .where(and(eq(call.orgId, orgId), inArray(call.id, ids)));
  const byId = new Map(rows.map((row) => [row.id, openRow(store, call, row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function findCall(store: SealedDatabase, orgId: string, id: string): Promise<CallRow | undefined> {
  const [row] = await store.db
    .select()
    .from(call)
    .where(and(eq(call.orgId, orgId), eq(call.id, id), isNull(call.deletedAt)));
  return openRow(store, call, row);
}

export async function updateCall(
  store: SealedDatabase,
  orgId: string,
  id: string,
  change: Partial<Pick<CallRow, "name" | "updatedAt" | "deletedAt">>,
  those: SQL = isNull(call.deletedAt),
): Promise<CallRow | undefined> {
  const [row] = await store.db
    .update(call)
    .set(change)
    .where(and(eq(call.orgId, orgId), eq(call.id, id), those))
    .returning();
  return openRow(store, call, row);
}

/** Deletes those of these calls that have ended, and answers them. */
export async function deleteEndedCalls(
  store: SealedDatabase,
  orgId: string,
  ids: readonly string[],
  now: Date,
): Promise<CallRow[]> {
  const rows = await store.db
    .update(call)
    .set({ deletedAt: now })
    .where(and(eq(call.orgId, orgId), inArray(call.id, [...ids]), isNull(call.deletedAt), eq(call.status, "ended")))
    .returning();
  return rows.map((row) => openRow(store, call, row));
}

/** Brings back what was deleted lately. */
export function restoreCall(store: SealedDatabase, orgId: string, id: string, now: Date): Promise<CallRow | undefined> {
  return updateCall(store, orgId, id, { deletedAt: null, updatedAt: now }, gt(call.deletedAt, restorableSince(now)));
}

/** The sources of these calls' artifacts, by call: one query for all, with only the parts of an event that are used. */
export async function listArtifactEvents(
  db: Database,
  orgId: string,
  callIds: readonly string[],
): Promise<Map<string, ArtifactEvent[]>> {
  const byCall = new Map<string, ArtifactEvent[]>(callIds.map((callId) => [callId, []]));
  const rows = await db
    .select({
      callId: callEvent.callId,
      seq: callEvent.seq,
      atMs: callEvent.atMs,
      type: callEvent.type,
      payload: sql<Record<string, unknown>>`${callEvent.payload} - 'words'`,
    })
    .from(callEvent)
    .where(
      and(
        eq(callEvent.orgId, orgId),
        inArray(callEvent.callId, [...callIds]),
        inArray(callEvent.type, [...ARTIFACT_EVENT_TYPES]),
      ),
    )
    .orderBy(asc(callEvent.callId), asc(callEvent.seq));
  for (const { callId, ...event } of rows) byCall.get(callId)?.push(event as unknown as ArtifactEvent);
  return byCall;
}

/** The largest value of an `integer` column. */
const INTEGER_MAX = 2_147_483_647;

/** Events of a call after `afterSeq`, in order. */
export async function listEvents(db: Database, orgId: string, callId: string, afterSeq: number): Promise<CallEvent[]> {
  const rows = await db
    .select({ seq: callEvent.seq, atMs: callEvent.atMs, type: callEvent.type, payload: callEvent.payload })
    .from(callEvent)
    .where(and(eq(callEvent.orgId, orgId), eq(callEvent.callId, callId), gt(callEvent.seq, Math.min(afterSeq, INTEGER_MAX))))
    .orderBy(asc(callEvent.seq));
  return rows as CallEvent[];
}
