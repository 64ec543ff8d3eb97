import type { CALL_TYPES, CallStatus, LiveCall, OngoingCall } from "@callwright/contract";
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
  return rows.map((row) => ({ ...row, ...inText(row) }));
}

interface LiveTimes {
  type: string;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}

const inText = ({ type, createdAt, startedAt, endedAt }: LiveTimes) => ({
  type: type as (typeof CALL_TYPES)[number],
  createdAt: createdAt.toISOString(),
  startedAt: startedAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
});

const RUNNING: CallStatus[] = ["queued", "ringing", "in-progress", "forwarding"];

/** Newest first, without transcripts. */
export async function listRunningCalls(
  db: Database,
  orgId: string,
  limit: number,
): Promise<Omit<OngoingCall, "asksForPerson" | "lines" | "responseMs" | "takenBy">[]> {
  const text = (path: string) => sql<string | null>`${call.details} #>> ${path}::text[]`;
  const rows = await db
    .select({
      ...LIVE_COLUMNS,
      customerName: text("{customer,name}"),
      customerNumber: sql<string | null>`coalesce(${text("{customer,number}")}, ${text("{customer,sipUri}")})`,
      phoneNumberId: text("{phoneNumberId}"),
      campaignId: text("{campaignId}"),
    })
    .from(call)
    .where(and(...ofOrg(orgId), inArray(call.status, RUNNING)))
    .orderBy(...newestFirst(call))
    .limit(limit);
  return rows.map((row) => ({ ...row, ...inText(row) }));
}

/** What was said last, and how long the caller waited. */
const LAST_EVENTS = 12;

/** The newest events of each of these calls that say what was said, or are turns, in their order. */
export async function lastEventsOf(
  db: Database,
  orgId: string,
  callIds: readonly string[],
): Promise<Map<string, ArtifactEvent[]>> {
  const byCall = new Map<string, ArtifactEvent[]>(callIds.map((id) => [id, []]));
  if (callIds.length === 0) return byCall;
  const newest = db
    .select({
      callId: callEvent.callId,
      seq: callEvent.seq,
      type: callEvent.type,
      atMs: callEvent.atMs,
      payload: sql`${callEvent.payload} - 'words'`.as("payload"),
    })
    .from(callEvent)
    .where(
      and(
        eq(callEvent.orgId, orgId),
        eq(callEvent.callId, call.id),
        inArray(callEvent.type, ["user.said", "assistant.said", "turn"]),
      ),
    )
    .orderBy(desc(callEvent.seq))
    .limit(LAST_EVENTS)
    .as("newest");
  const rows = await db
    .select({ callId: newest.callId, seq: newest.seq, type: newest.type, atMs: newest.atMs, payload: newest.payload })
    .from(call)
    .innerJoinLateral(newest, sql`true`)
    .where(and(eq(call.orgId, orgId), inArray(call.id, [...callIds])));
  for (const { callId, ...event } of rows) byCall.get(callId)?.push(event as unknown as ArtifactEvent);
  for (const events of byCall.values()) events.sort((one, other) => one.seq - other.seq);
  return byCall;
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
