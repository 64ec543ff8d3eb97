import { type CALL_TYPES, type LiveCall, type LiveLine, linesOf, type Turn } from "@callwright/contract";
import { and, asc, desc, eq, inArray, isNull, max, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { newestFirst } from "../../../platform/db/list-filters.ts";
import type { ArtifactEvent } from "../api/artifact-event.ts";
import { call, callEvent } from "../tables.ts";

/** What those who watch calls see of them, and no more: neither how the assistant is made nor the words of calls in a list. */
const COLUMNS = {
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

interface LiveRow extends Pick<LiveCall, "id" | "name" | "status" | "assistantId" | "assistantName" | "endedReason" | "cost"> {
  type: string;
  createdAt: Date;
  startedAt: Date | null;
  endedAt: Date | null;
}

const ofOrg = (orgId: string) => [eq(call.orgId, orgId), isNull(call.deletedAt)];

/** Newest first. */
export async function listLiveCalls(db: Database, orgId: string, conditions: readonly SQL[], limit: number): Promise<LiveCall[]> {
  const rows = await db
    .select(COLUMNS)
    .from(call)
    .where(and(...ofOrg(orgId), ...conditions))
    .orderBy(...newestFirst(call))
    .limit(limit);
  return rows.map(toLiveCall);
}

export async function findLiveCall(db: Database, orgId: string, id: string): Promise<LiveCall | null> {
  const [row] = await db
    .select(COLUMNS)
    .from(call)
    .where(and(...ofOrg(orgId), eq(call.id, id)));
  return row ? toLiveCall(row) : null;
}

function toLiveCall(row: LiveRow): LiveCall {
  return {
    ...row,
    type: row.type as (typeof CALL_TYPES)[number],
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

const SAID = ["user.said", "assistant.said"] as const;
const LINE_TYPES = [...SAID, "message.added", "tool.called", "tool.answered"] as const;

/** The last `tail` lines of a call, in the order they began. */
export async function listLines(db: Database, orgId: string, callId: string, tail: number): Promise<LiveLine[]> {
  const rows = await db
    .select({ seq: callEvent.seq, type: callEvent.type, atMs: callEvent.atMs, payload: sql`${callEvent.payload} - 'words'` })
    .from(callEvent)
    .where(and(ofCall(orgId, callId), inArray(callEvent.type, [...LINE_TYPES])))
    .orderBy(desc(callEvent.seq))
    .limit(tail);
  const lines = linesOf(rows.reverse() as unknown as ArtifactEvent[]);
  return lines.map(({ role, text, startMs, isInterrupted, tool }) => ({
    role,
    text,
    startMs,
    isPartial: false,
    isInterrupted,
    ...(tool && { tool }),
  }));
}

/** `seq` of the event that tells what each side said last; -1 for who has said nothing. */
export async function lastSaid(db: Database, orgId: string, callId: string): Promise<{ user: number; assistant: number }> {
  const rows = await db
    .select({ type: callEvent.type, seq: max(callEvent.seq) })
    .from(callEvent)
    .where(and(ofCall(orgId, callId), inArray(callEvent.type, [...SAID])))
    .groupBy(callEvent.type);
  const seqOf = (type: (typeof SAID)[number]) => rows.find((row) => row.type === type)?.seq ?? -1;
  return { user: seqOf("user.said"), assistant: seqOf("assistant.said") };
}

/** `seq` of a call's newest event; -1 before the first. */
export async function lastEvent(db: Database, orgId: string, callId: string): Promise<number> {
  const [row] = await db
    .select({ seq: max(callEvent.seq) })
    .from(callEvent)
    .where(ofCall(orgId, callId));
  return row?.seq ?? -1;
}

/** Every turn as it was told last, in order. */
export async function listTurns(db: Database, orgId: string, callId: string): Promise<Turn[]> {
  const rows = await db
    .select({ payload: callEvent.payload })
    .from(callEvent)
    .where(and(ofCall(orgId, callId), eq(callEvent.type, "turn")))
    .orderBy(asc(callEvent.seq));
  const turns = new Map(rows.map(({ payload }) => [payload.index, payload as unknown as Turn]));
  return [...turns.values()].sort((a, b) => a.index - b.index);
}

/** Nothing of a call that is deleted. */
function ofCall(orgId: string, callId: string): SQL | undefined {
  const isThere = sql`exists (select from ${call} where ${and(...ofOrg(orgId), eq(call.id, callId))})`;
  return and(eq(callEvent.orgId, orgId), eq(callEvent.callId, callId), isThere);
}
