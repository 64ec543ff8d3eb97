import type { CallEvent } from "@callwright/contract";
import { and, count, desc, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import type { RecordingKind } from "../blobs/blob-key.ts";
import type { Database } from "../db/connect.ts";
import { call, callEvent } from "../db/schema.ts";
import type { OwnedEvent } from "./event-writer.ts";

/**
 * The statements of a call's lifecycle. They belong to the node that hosts the call, not to a caller of the API, and so name
 * calls and nodes where the other stores name the organisation first. Every transition compares and sets in one statement:
 * whoever comes second changes nothing and is told so.
 */
export type CallRow = typeof call.$inferSelect;
export type NewCallRow = typeof call.$inferInsert;

const isOpen = ne(call.status, "ended");

/** How many calls may be open at a time: of an organisation, with a public token, and with it from one address. */
export interface CallLimits {
  org: number;
  token: number;
  visitor: number;
}

/** Stores a queued call. Answers the limit that stands against it instead, when there is one. */
export async function insertQueued(db: Database, row: NewCallRow, limits: CallLimits): Promise<CallRow | keyof CallLimits> {
  return db.transaction(async (transaction) => {
    // One at a time per organisation: two requests must not both see the last free place.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`call-slots:${row.orgId}`}, 0))`);
    const full = await findFullLimit(transaction, row, limits);
    if (full) return full;
    const [inserted] = await transaction.insert(call).values(row).returning();
    if (!inserted) throw new Error("an insert returned no row");
    return inserted;
  });
}

/** The narrowest limit that the open calls have reached: what it says helps its caller most. */
async function findFullLimit(
  db: Database,
  { orgId, tokenId, visitorHash }: NewCallRow,
  limits: CallLimits,
): Promise<keyof CallLimits | undefined> {
  const ofToken = eq(call.tokenId, tokenId ?? "");
  const ofVisitor = and(ofToken, eq(call.visitorHash, visitorHash ?? ""));
  const [open] = await db
    .select({
      org: count(),
      token: sql`count(*) filter (where ${ofToken})`.mapWith(Number),
      visitor: sql`count(*) filter (where ${ofVisitor})`.mapWith(Number),
    })
    .from(call)
    .where(and(eq(call.orgId, orgId), isOpen));
  return (["visitor", "token", "org"] as const).find((name) => (open?.[name] ?? 0) >= limits[name]);
}

/** Takes back a call that no host would take: it never was. */
export async function removeQueued(db: Database, callId: string): Promise<void> {
  await db.delete(call).where(and(eq(call.id, callId), eq(call.status, "queued")));
}

/** queued → in-progress. */
export async function markJoined(db: Database, callId: string, startedAt: Date, now: Date): Promise<boolean> {
  const changed = await db
    .update(call)
    .set({ status: "in-progress", startedAt, updatedAt: now })
    .where(and(eq(call.id, callId), eq(call.status, "queued")))
    .returning({ id: call.id });
  return changed.length > 0;
}

export interface CallEnding {
  endedAt: Date;
  endedReason: string;
  endedMessage?: string | null;
}

/** queued or in-progress → ended. */
export async function markEnded(db: Database, callId: string, ending: CallEnding, now: Date): Promise<boolean> {
  const changed = await db
    .update(call)
    .set({ ...ending, status: "ended", visitorHash: null, updatedAt: now })
    .where(and(eq(call.id, callId), isOpen))
    .returning({ id: call.id });
  return changed.length > 0;
}

/**
 * Is the call still the orphan that was read: open, and its lease not renewed since? Then nobody renews it, ends it or adds an event
 * to it until the end of the transaction.
 */
export async function holdOrphan(db: Database, orphan: CallRow): Promise<boolean> {
  const held = await db
    .select({ id: call.id })
    .from(call)
    .where(and(eq(call.id, orphan.id), isOpen, eq(call.leaseExpiresAt, orphan.leaseExpiresAt)))
    // An update of its keys nobody makes: who is storing events of the call does not wait for this, and this waits for them.
    .for("no key update");
  return held.length > 0;
}

/** The columns that name a call's recordings, by what they are of. */
const RECORDING_KEYS = { sound: "recordingKey", video: "videoRecordingKey" } as const satisfies Record<
  RecordingKind,
  keyof CallRow
>;

/** Key of a call's recording; null when it has none. */
export const recordingKeyOf = (row: CallRow, kind: RecordingKind): string | null => row[RECORDING_KEYS[kind]];

/** Names a recording, once. False when there is no such call, or it has one. */
export async function setRecording(db: Database, callId: string, kind: RecordingKind, key: string, now: Date): Promise<boolean> {
  const changed = await db
    .update(call)
    .set({ [RECORDING_KEYS[kind]]: key, updatedAt: now })
    .where(and(eq(call.id, callId), isNull(call[RECORDING_KEYS[kind]])))
    .returning({ id: call.id });
  return changed.length > 0;
}

/** Renews the leases of a node's open calls. Answers those that are still open. */
export async function renewLeases(db: Database, nodeId: string, callIds: readonly string[], until: Date): Promise<Set<string>> {
  if (callIds.length === 0) return new Set();
  const renewed = await db
    .update(call)
    .set({ leaseExpiresAt: until })
    .where(and(inArray(call.id, [...callIds]), eq(call.nodeId, nodeId), isOpen))
    .returning({ id: call.id });
  return new Set(renewed.map(({ id }) => id));
}

/** Open calls without a living host: their lease expired, or their node is known to be dead. */
export async function findOrphans(db: Database, deadNodes: readonly string[], now: Date): Promise<CallRow[]> {
  return db
    .select()
    .from(call)
    .where(and(isOpen, or(lt(call.leaseExpiresAt, now), inArray(call.nodeId, [...deadNodes]))))
    .limit(1000);
}

/** A call by its id alone: for its room, whose secret is the permission, and for what a crash left behind. */
export async function findCallRow(db: Database, callId: string): Promise<CallRow | undefined> {
  const [row] = await db.select().from(call).where(eq(call.id, callId));
  return row;
}

/** Stores events; those that are stored already stay as they are. */
export async function appendEvents(db: Database, events: readonly OwnedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db
    .insert(callEvent)
    .values(events.map(({ callId, orgId, event }) => ({ callId, orgId, ...event })))
    .onConflictDoNothing();
}

export async function findLastEvent(db: Database, callId: string): Promise<CallEvent | undefined> {
  const [last] = await db
    .select({ seq: callEvent.seq, atMs: callEvent.atMs, type: callEvent.type, payload: callEvent.payload })
    .from(callEvent)
    .where(eq(callEvent.callId, callId))
    .orderBy(desc(callEvent.seq))
    .limit(1);
  return last as CallEvent | undefined;
}
