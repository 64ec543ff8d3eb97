import type { CALL_TYPES, LiveCall } from "@callwright/contract";
import { and, desc, eq, inArray, isNull, max, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { newestFirst } from "../../../platform/db/list-filters.ts";
import type { ArtifactEvent } from "../api/artifact-event.ts";
import { call, callEvent } from "../tables.ts";

/** The columns of a live list. It has neither the settings of assistants nor the words of calls. */
export const LIVE_COLUMNS = {
  id: call.id,
  name: call.name,
  type: call.type,
  status: call.status,
  assistantId: call.assistantId,
  assistantName: sql<string | null>`${call.assistant} ->> 'name'`,
  createdAt: call.createdAt,
  startedAt: call.startedAt,
  endedAt: call.endedAt,
  endedReason: call.endedReason,
  cost: sql<number | null>`(${call.details} ->> 'cost')::float8`,
};

const ofOrg = (orgId: string) => [eq(call.orgId, orgId), isNull(call.deletedAt)];

/** Newest first. */
export async function listLiveCalls(db: Database, orgId: string, conditions: readonly SQL[], limit: number): Promise<LiveCall[]> {
  const rows = await db
    .select(LIVE_COLUMNS)
    .from(call)
    .where(and(...ofOrg(orgId), ...conditions))
    .orderBy(...newestFirst(call))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    type: row.type as (typeof CALL_TYPES)[number],
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  }));
}

export async function findLiveCall(db: Database, orgId: string, id: string): Promise<LiveCall | null> {
  const [found] = await listLiveCalls(db, orgId, [eq(call.id, id)], 1);
  return found ?? null;
}

/** The newest `limit` events of these types, in their order, without the times of single words. A deleted call has no events. */
export async function newestEvents(
  db: Database,
  orgId: string,
  callId: string,
  types: readonly ArtifactEvent["type"][],
  limit: number,
): Promise<ArtifactEvent[]> {
  const rows = await db
    .select({ seq: callEvent.seq, type: callEvent.type, atMs: callEvent.atMs, payload: sql`${callEvent.payload} - 'words'` })
    .from(callEvent)
    .where(and(ofCall(orgId, callId), inArray(callEvent.type, [...types])))
    .orderBy(desc(callEvent.seq))
    .limit(limit);
  return rows.reverse() as unknown as ArtifactEvent[];
}

/** `seq` of a call's newest event; -1 before the first. */
export async function lastEvent(db: Database, orgId: string, callId: string): Promise<number> {
  const [row] = await db
    .select({ seq: max(callEvent.seq) })
    .from(callEvent)
    .where(ofCall(orgId, callId));
  return row?.seq ?? -1;
}

/** Nothing of a call that is deleted. */
function ofCall(orgId: string, callId: string): SQL | undefined {
  const isThere = sql`exists (select from ${call} where ${and(...ofOrg(orgId), eq(call.id, callId))})`;
  return and(eq(callEvent.orgId, orgId), eq(callEvent.callId, callId), isThere);
}
