import { type CallEvent, type CallEventPayload, PlatformError } from "@callwright/contract";
import { and, count, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { RecordingKind } from "../../../platform/blobs/blob-key.ts";
import type { Database } from "../../../platform/db/connect.ts";
import { addUsage } from "../../../platform/quota/quotas.ts";
import { call, callEvent } from "../tables.ts";
import type { OwnedEvent } from "./event-writer.ts";

/**
 * The statements of a call's lifecycle. The hosting node runs them, not a caller of the API, so their first argument is a call or a node instead
 * of the organization. Every transition compares and sets in one statement: the second writer changes nothing, which the answer says.
 */
export type CallRow = typeof call.$inferSelect;
export type NewCallRow = typeof call.$inferInsert;
export type CallMetadataRow = Omit<CallRow, "assistant" | "assistantOverrides">;

const { assistant: _assistant, assistantOverrides: _overrides, ...columns } = getTableColumns(call);
/** The columns of a row without its assistant, which is the largest part. */
export const METADATA_COLUMNS = columns;

/** Some node hosts it. A scheduled call has no host yet. */
const isOpen = and(ne(call.status, "ended"), ne(call.status, "scheduled"));

/** Limits of concurrent calls: per organization, per public token, and per token and address. */
export interface CallLimits {
  org: number;
  token: number;
  visitor: number;
}

/** Claims the subject of the call (such as a contact), in the transaction that stores the call. If it fails, no call is stored. */
export type ClaimForCall = (tx: Database, callId: string) => Promise<void>;

interface Queueing {
  claim?: ClaimForCall | undefined;
  /** The row is there, and is scheduled. */
  wasScheduled?: boolean | undefined;
}

/** Stores a queued call, or answers the limit that forbids it. Fails as `claim` does, and with `call-over` when it is scheduled no longer. */
export async function insertQueued(
  db: Database,
  row: NewCallRow,
  limits: CallLimits,
  { claim, wasScheduled }: Queueing = {},
): Promise<CallRow | keyof CallLimits> {
  return db.transaction(async (transaction) => {
    // Locks the organization: two requests must not both take the last free place.
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`call-slots:${row.orgId}`}, 0))`);
    const full = await findFullLimit(transaction, row, limits);
    if (full) return full;
    await claim?.(transaction, row.id);
    if (wasScheduled) return queueScheduled(transaction, row);
    const [inserted] = await transaction.insert(call).values(row).returning();
    if (!inserted) throw new Error("an insert returned no row");
    return inserted;
  });
}

/** scheduled → queued. */
async function queueScheduled(db: Database, { createdAt: _, ...row }: NewCallRow): Promise<CallRow> {
  const [queued] = await db
    .update(call)
    .set(row)
    .where(and(eq(call.id, row.id), eq(call.status, "scheduled"), isNull(call.deletedAt)))
    .returning();
  if (!queued) throw new PlatformError("call-over");
  return queued;
}

/** The narrowest limit that is reached, because its message is the most helpful. */
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

/** An organization's calls that run or wait for their caller. */
export function countOpen(db: Database, orgId: string): Promise<number> {
  return db.$count(call, and(eq(call.orgId, orgId), isOpen));
}

/** Gives back a call that no host takes: a scheduled one is scheduled again, another one is removed. */
export function giveBackQueued(db: Database, callId: string, now: Date): Promise<void> {
  const isQueued = and(eq(call.id, callId), eq(call.status, "queued"));
  const returned = { orgId: call.orgId };
  return db.transaction(async (tx) => {
    const scheduled = await tx
      .update(call)
      .set({ status: "scheduled" })
      .where(and(isQueued, isNotNull(call.scheduledRequest)))
      .returning(returned);
    // Another node may have queued the call again.
    const removed = await tx
      .delete(call)
      .where(and(isQueued, isNull(call.scheduledRequest)))
      .returning(returned);
    for (const { orgId } of [...scheduled, ...removed]) await addUsage({ db: tx, now: () => now }, orgId, "callsPerDay", -1);
  });
}

/** Changes the call if the condition holds. False: it does not. */
async function change(
  db: Database,
  callId: string,
  those: SQL | undefined,
  changes: PgUpdateSetSource<typeof call>,
): Promise<boolean> {
  const changed = await db
    .update(call)
    .set(changes)
    .where(and(eq(call.id, callId), those))
    .returning({ id: call.id });
  return changed.length > 0;
}

/** queued → ringing. No effect on another call. */
export async function markRinging(db: Database, callId: string, at: Date): Promise<void> {
  const details = withDetails({ ringingAt: at.toISOString() });
  await change(db, callId, eq(call.status, "queued"), { status: "ringing", details, updatedAt: at });
}

/** Stores what a carrier knows the call by. */
export async function nameCall(db: Database, callId: string, phoneCallProviderId: string, at: Date): Promise<void> {
  await change(db, callId, undefined, { details: withDetails({ phoneCallProviderId }), updatedAt: at });
}

const withDetails = (known: object) => sql`${call.details} || ${JSON.stringify(known)}::jsonb`;

/** in-progress → forwarding, to this telephone; without one, back. */
export async function markForwarding(db: Database, callId: string, destination: object | undefined, at: Date): Promise<void> {
  const [from, to] = destination ? (["in-progress", "forwarding"] as const) : (["forwarding", "in-progress"] as const);
  const details = destination
    ? sql`${call.details} || jsonb_build_object('destination', ${JSON.stringify(destination)}::jsonb)`
    : sql`${call.details} - 'destination'`;
  await change(db, callId, eq(call.status, from), { status: to, details, updatedAt: at });
}

/** queued or ringing → in-progress. */
export function markJoined(db: Database, callId: string, startedAt: Date, now: Date): Promise<boolean> {
  const changes = { status: "in-progress" as const, startedAt, updatedAt: now };
  return change(db, callId, inArray(call.status, ["queued", "ringing"]), changes);
}

export interface CallEnding {
  endedAt: Date;
  endedReason: string;
  endedMessage?: string | null;
}

/** Any other status → ended, in a transaction. Its minutes count in the month of the end. */
export async function markEnded(db: Database, callId: string, ending: CallEnding, now: Date): Promise<boolean> {
  const changed = await db
    .update(call)
    .set({ ...ending, status: "ended", visitorHash: null, scheduledRequest: null, updatedAt: now })
    .where(and(eq(call.id, callId), isOpen))
    .returning({ orgId: call.orgId, startedAt: call.startedAt });
  for (const { orgId, startedAt } of changed)
    if (startedAt) {
      const minutes = Math.max(0, ending.endedAt.getTime() - startedAt.getTime()) / 60_000;
      await addUsage({ db, now: () => now }, orgId, "minutesPerMonth", minutes);
    }
  return changed.length > 0;
}

/** Ends a call of a dead node. Later writes of that node are refused. */
export async function takeOver(db: Database, callId: string, nodeId: string, ending: CallEnding, now: Date): Promise<void> {
  await markEnded(db, callId, ending, now);
  await change(db, callId, undefined, { nodeId });
}

/**
 * Whether the call is still the orphan that was read: open, with an unrenewed lease. Then it locks the row: until the end of the transaction, no
 * other writer renews it, ends it or adds events.
 */
export async function holdOrphan(db: Database, orphan: CallRow): Promise<boolean> {
  const held = await db
    .select({ id: call.id })
    .from(call)
    .where(and(eq(call.id, orphan.id), isOpen, eq(call.leaseExpiresAt, orphan.leaseExpiresAt)))
    // Storing events takes the same lock first, so that there is no deadlock.
    .for("update");
  return held.length > 0;
}

/** Columns of a call's recordings, by kind. */
const RECORDING_KEYS = { sound: "recordingKey", video: "videoRecordingKey" } as const satisfies Record<
  RecordingKind,
  keyof CallRow
>;

/** Blob key of a call's recording, or null. */
export const recordingKeyOf = (row: CallRow, kind: RecordingKind): string | null => row[RECORDING_KEYS[kind]];

/** Sets a call's recording, once. False when the call does not exist or has a recording. */
export function setRecording(
  db: Database,
  callId: string,
  { kind, key, sizeBytes }: { kind: RecordingKind; key: string; sizeBytes: number },
  now: Date,
): Promise<boolean> {
  const recordingBytes = sql`coalesce(${call.recordingBytes}, 0) + ${sizeBytes}`;
  const size = { recordingBytes, ...(kind === "video" && { videoRecordingBytes: sizeBytes }) };
  return change(db, callId, isNull(call[RECORDING_KEYS[kind]]), { [RECORDING_KEYS[kind]]: key, ...size, updatedAt: now });
}

/** How consent to the recording was asked for, and when it was given. */
export async function setConsent(
  db: Database,
  callId: string,
  { type, granted }: CallEventPayload<"recording.consent">,
  now: Date,
): Promise<void> {
  const recordingConsent = { type, ...(granted && { grantedAt: now.toISOString() }) };
  const compliance = sql`coalesce(${call.details} -> 'compliance', '{}') || ${JSON.stringify({ recordingConsent })}::jsonb`;
  const details = sql`${call.details} || jsonb_build_object('compliance', ${compliance})`;
  await change(db, callId, undefined, { details, updatedAt: now });
}

/** Total size of an organization's video recordings. */
export async function countVideoBytes(db: Database, orgId: string): Promise<number> {
  const [found] = await db
    .select({ bytes: sql`coalesce(sum(${call.videoRecordingBytes}), 0)`.mapWith(Number) })
    .from(call)
    .where(and(eq(call.orgId, orgId), isNotNull(call.videoRecordingBytes), isNull(call.deletedAt)));
  return found?.bytes ?? 0;
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

/** Open calls without a living host: the lease expired, or the node is dead. */
export async function findOrphans(db: Database, deadNodes: readonly string[], now: Date): Promise<CallRow[]> {
  return db
    .select()
    .from(call)
    .where(and(isOpen, or(lt(call.leaseExpiresAt, now), inArray(call.nodeId, [...deadNodes]))))
    .limit(1000);
}

/** A call by its id alone: for its room, where the secret is the permission, and for recovery after a crash. */
export async function findCallRow(db: Database, callId: string): Promise<CallRow | undefined> {
  const [row] = await db.select().from(call).where(eq(call.id, callId));
  return row;
}

/**
 * Stores events of calls that this node still owns, in a transaction. Waits for a node that is taking a call over. Returns the events that were new.
 */
export async function appendOwnEvents(tx: Database, nodeId: string, events: readonly OwnedEvent[]): Promise<OwnedEvent[]> {
  const ids = [...new Set(events.map(({ callId }) => callId))];
  const held = await tx
    .select({ id: call.id })
    .from(call)
    .where(and(inArray(call.id, ids), eq(call.nodeId, nodeId)))
    .orderBy(call.id)
    .for("key share");
  const own = new Set(held.map(({ id }) => id));
  return appendEvents(
    tx,
    events.filter(({ callId }) => own.has(callId)),
  );
}

/** Stores events, and returns the new ones; stored ones stay unchanged. */
export async function appendEvents(db: Database, events: readonly OwnedEvent[]): Promise<OwnedEvent[]> {
  if (events.length === 0) return [];
  const stored = await db
    .insert(callEvent)
    .values(events.map(({ callId, orgId, event }) => ({ callId, orgId, ...event })))
    .onConflictDoNothing()
    .returning({ callId: callEvent.callId, seq: callEvent.seq });
  const isNew = new Set(stored.map(({ callId, seq }) => `${callId} ${seq}`));
  return events.filter(({ callId, event }) => isNew.has(`${callId} ${event.seq}`));
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
