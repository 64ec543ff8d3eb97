import { CONTACT_OUTCOMES, type ContactEvent, type ContactOutcome } from "@callwright/contract";
import { and, asc, eq, inArray, isNotNull, isNull, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { Database } from "../../platform/db/connect.ts";
import type { SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import { call } from "../call/tables.ts";
import type { StoredCampaign } from "./campaign-store.ts";
import { statusOfOutcome } from "./contact-outcome.ts";
import { type ContactRow, opened } from "./contact-store.ts";
import { campaignContact } from "./tables.ts";

/**
 * Changes the contacts that the conditions hold for, and answers how many. Each step of a contact compares and sets in one such statement: the
 * second writer changes nothing.
 */
async function change(
  db: Database,
  changes: PgUpdateSetSource<typeof campaignContact>,
  ...those: (SQL | undefined)[]
): Promise<number> {
  const changed = await db
    .update(campaignContact)
    .set(changes)
    .where(and(...those))
    .returning({ id: campaignContact.id });
  return changed.length;
}

const isPending = eq(campaignContact.status, "pending");

const appended = (event: ContactEvent): SQL => sql`${campaignContact.log} || ${JSON.stringify([event])}::jsonb`;

/**
 * Contacts that may be called now, for a node that prepares their calls. If the node stops, the lease expires and another node takes them.
 * Nodes do not wait for each other.
 */
export async function leaseContacts(
  store: SealedDatabase,
  { id: campaignId, config }: StoredCampaign,
  { limit, now, until, busyNumbers }: { limit: number; now: Date; until: Date; busyNumbers: ReadonlySet<string> },
): Promise<ContactRow[]> {
  const { id, position, status, notBefore, leaseExpiresAt } = campaignContact;
  const due = store.db
    .select({ id })
    .from(campaignContact)
    .where(
      and(
        eq(campaignContact.campaignId, campaignId),
        eq(status, "pending"),
        or(isNull(notBefore), lte(notBefore, now)),
        or(isNull(leaseExpiresAt), lte(leaseExpiresAt, now)),
        busyNumbers.size > 0 ? notInArray(callingNumber(config), [...busyNumbers]) : undefined,
      ),
    )
    .orderBy(asc(position))
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await store.db.update(campaignContact).set({ leaseExpiresAt: until }).where(inArray(id, due)).returning();
  return rows.map((row) => opened(store, row)).sort((one, other) => one.position - other.position);
}

/** `callingNumberOf` of a row. */
function callingNumber({ phoneNumberId, dialPlan = [] }: StoredCampaign["config"]): SQL {
  const turns = phoneNumberId === undefined ? dialPlan.map((each) => each.phoneNumberId) : [phoneNumberId];
  const place = sql`(${campaignContact.position} - 1) % ${Math.max(1, turns.length)}::int + 1`;
  return sql`lower(coalesce(${campaignContact.phoneNumberId}, (${sql.param(turns)}::text[])[${place}]))`;
}

/** Ends the lease of contacts that are not called now. */
export async function returnContacts(db: Database, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await change(db, { leaseExpiresAt: null }, inArray(campaignContact.id, [...ids]), isPending);
}

/** Postpones the contact, and all contacts in the same time zones, until their window opens. */
export async function postpone(db: Database, { id, campaignId, timeZones }: ContactRow, notBefore: Date): Promise<void> {
  const inSameZones = sql`${campaignContact.timeZones} = ${JSON.stringify(timeZones)}::jsonb`;
  await change(
    db,
    { leaseExpiresAt: null, notBefore },
    contactsOf(campaignId),
    isPending,
    // Numbers without stored time zones may be anywhere.
    timeZones.length > 0 ? inSameZones : eq(campaignContact.id, id),
    or(isNull(campaignContact.notBefore), lte(campaignContact.notBefore, notBefore)),
  );
}

/** Contacts that wait for a window to open wait no more, or only for their retry. */
export async function forgetWindow(db: Database, campaignId: string, retryDelayMinutes: number): Promise<void> {
  const { notBefore, retries, updatedAt } = campaignContact;
  // A waiting row was last updated at the end of its call.
  const retryAt = sql`${updatedAt} + ${retryDelayMinutes}::float * interval '1 minute'`;
  const sooner = sql`case when ${retries} > 0 then least(${notBefore}, ${retryAt}) end`;
  await change(db, { notBefore: sooner }, contactsOf(campaignId), isPending, isNotNull(notBefore));
}

/** pending → dispatched, in the transaction that stores the call. False: another node has it, or it ended. */
export async function dispatchContact(tx: Database, row: ContactRow, callId: string, at: Date): Promise<boolean> {
  const dispatched = { status: "dispatched", callId, dialedAt: null, leaseExpiresAt: null, outcome: null, reason: null } as const;
  const isLeased = row.leaseExpiresAt ? eq(campaignContact.leaseExpiresAt, row.leaseExpiresAt) : undefined;
  const those = [eq(campaignContact.id, row.id), isPending, isLeased];
  return (await change(tx, { ...dispatched, updatedAt: at }, ...those)) > 0;
}

/** The line dials now. False: the contact does not wait for this call any more. */
export async function markDialed(db: Database, contactId: string, callId: string, at: Date): Promise<boolean> {
  const dialed = {
    dialedAt: at,
    attempts: sql`${campaignContact.attempts} + 1`,
    log: appended({ at: at.toISOString(), what: "called", callId }),
    updatedAt: at,
  };
  return (await change(db, dialed, isDispatchedTo(contactId, callId), isNull(campaignContact.dialedAt))) > 0;
}

const isDispatchedTo = (contactId: string, callId: string): SQL | undefined =>
  and(eq(campaignContact.id, contactId), eq(campaignContact.callId, callId), eq(campaignContact.status, "dispatched"));

/** dispatched → pending: its call was not dialed. */
export async function releaseContact(db: Database, contactId: string, callId: string, at: Date, notBefore: Date): Promise<void> {
  const log = appended({ at: at.toISOString(), what: "released", callId });
  const released = { status: "pending" as const, callId: null, notBefore, updatedAt: at, log };
  await change(db, released, isDispatchedTo(contactId, callId), isNull(campaignContact.dialedAt));
}

export interface ContactEnding {
  callId: string;
  outcome: ContactOutcome;
  detail: string | undefined;
  cost: number;
  /** The time of its next call. Undefined: it has ended. */
  retryAt: Date | undefined;
}

/** dispatched → its end, or pending for a retry. False: another node did it. */
export async function settleContact(tx: Database, contactId: string, ending: ContactEnding, at: Date): Promise<boolean> {
  const { callId, outcome, detail, cost, retryAt } = ending;
  const said = { at: at.toISOString(), callId, outcome, ...(detail !== undefined && { detail }) };
  const settled = {
    ...(retryAt
      ? { status: "pending" as const, notBefore: retryAt, retries: sql`${campaignContact.retries} + 1` }
      : { status: statusOfOutcome(outcome), notBefore: null }),
    outcome,
    reason: detail ?? null,
    updatedAt: at,
    cost: sql`${campaignContact.cost} + ${cost}`,
    log: appended({ ...said, what: retryAt ? "retry" : "ended" }),
  };
  return (await change(tx, settled, isDispatchedTo(contactId, callId))) > 0;
}

/** pending → its end without a call. Answers those that ended. */
export async function endPending(
  tx: Database,
  those: SQL | undefined,
  outcome: ContactOutcome,
  detail: string | undefined,
  at: Date,
): Promise<ContactRow[]> {
  return tx
    .update(campaignContact)
    .set({
      // A contact that was called before this attempt keeps the outcome of that call.
      outcome: sql`case when ${campaignContact.attempts} > 0 then ${campaignContact.outcome} else ${outcome} end`,
      status: sql`case when ${campaignContact.attempts} > 0 then ${endedStatus()} else ${statusOfOutcome(outcome)} end`,
      leaseExpiresAt: null,
      notBefore: null,
      updatedAt: at,
      reason: sql`case when ${campaignContact.attempts} > 0 then ${campaignContact.reason} else ${detail ?? null} end`,
      log: appended({ at: at.toISOString(), what: "skipped", outcome, ...(detail !== undefined && { detail }) }),
    })
    .where(and(those, isPending))
    .returning();
}

/** `statusOfOutcome` of a row. A call that was released has left no outcome. */
const endedStatus = (): SQL => {
  const cases = CONTACT_OUTCOMES.map((outcome) => sql`when ${outcome} then ${statusOfOutcome(outcome)}`);
  return sql`case ${campaignContact.outcome} ${sql.join(cases, sql` `)} else 'completed' end`;
};

export const contactsOf = (campaignId: string): SQL => eq(campaignContact.campaignId, campaignId);
export const contactOf = (campaignId: string, id: string): SQL | undefined =>
  and(eq(campaignContact.campaignId, campaignId), eq(campaignContact.id, id));

/** Contacts that ended with one of these are called again. Answers how many. */
export function redialContacts(tx: Database, campaignId: string, outcomes: readonly ContactOutcome[], at: Date): Promise<number> {
  const log = appended({ at: at.toISOString(), what: "redial" });
  const waiting = { status: "pending" as const, retries: 0, notBefore: null, leaseExpiresAt: null, updatedAt: at, log };
  const { outcome, status } = campaignContact;
  const isOver = notInArray(status, ["pending", "dispatched"]);
  return change(tx, waiting, contactsOf(campaignId), inArray(outcome, [...outcomes]), isOver);
}

export interface EndedContact {
  contact: ContactRow;
  /** Null: its call could not be placed, and is gone. */
  ended: Pick<typeof call.$inferSelect, "startedAt" | "endedReason" | "endedMessage" | "details"> | null;
}

/** Dispatched contacts whose calls have ended or are gone. */
export async function listEnded(db: Database, limit: number): Promise<EndedContact[]> {
  const { id, startedAt, endedReason, endedMessage, details } = call;
  return (
    db
      // Without the id, drizzle takes a call that was never answered for none.
      .select({ contact: campaignContact, ended: { id, startedAt, endedReason, endedMessage, details } })
      .from(campaignContact)
      .leftJoin(call, eq(call.id, campaignContact.callId))
      .where(and(eq(campaignContact.status, "dispatched"), or(isNull(id), eq(call.status, "ended"))))
      .limit(limit)
  );
}
