import type { ContactEvent, ContactOutcome, ContactQuery, Customer } from "@callwright/contract";
import { and, asc, count, desc, eq, exists, inArray, isNull, lte, max, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { campaignContact } from "../../db/schema/campaign.ts";
import { call, campaign } from "../../db/schema/platform.ts";
import { openHeaders, type SealedDatabase, sealHeaders } from "../../secrets/sealed-headers.ts";
import { statusOfOutcome } from "./contact-outcome.ts";

export type ContactRow = typeof campaignContact.$inferSelect;
export type NewContactRow = typeof campaignContact.$inferInsert;

/** Rows of one statement. */
const BATCH_ROWS = 1_000;

export async function insertContacts(store: SealedDatabase, rows: readonly NewContactRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH_ROWS) {
    const batch = rows.slice(from, from + BATCH_ROWS);
    await store.db.insert(campaignContact).values(batch.map((row) => sealHeaders(store, campaignContact, row.id, row)));
  }
}

/** The last position, and how many there are. */
export async function findExtent(db: Database, campaignId: string): Promise<{ last: number; total: number }> {
  const [found] = await db
    .select({ last: max(campaignContact.position), total: count() })
    .from(campaignContact)
    .where(eq(campaignContact.campaignId, campaignId));
  return { last: found?.last ?? 0, total: found?.total ?? 0 };
}

/** Those of the numbers that the campaign has already, with their positions. */
export async function findPositions(db: Database, campaignId: string, numbers: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ number: campaignContact.number, position: campaignContact.position })
    .from(campaignContact)
    .where(and(eq(campaignContact.campaignId, campaignId), inArray(campaignContact.number, [...numbers])));
  return new Map(rows.map(({ number, position }) => [number, position]));
}

export async function deleteContacts(db: Database, campaignId: string): Promise<void> {
  await db.delete(campaignContact).where(eq(campaignContact.campaignId, campaignId));
}

const searched = (search: string): SQL | undefined =>
  or(
    sql`${campaignContact.number} like ${`%${search.replace(/\D/g, "") || search}%`}`,
    sql`${campaignContact.customer} ->> 'name' ilike ${`%${search.replace(/[\\%_]/g, "\\$&")}%`}`,
  );

export async function pageContacts(
  store: SealedDatabase,
  campaignId: string,
  { status, outcome, search, sortOrder, limit, page, cursor }: ContactQuery,
  afterPosition: number | undefined,
): Promise<{ rows: ContactRow[]; total: number }> {
  const { position } = campaignContact;
  const those = and(
    eq(campaignContact.campaignId, campaignId),
    status && eq(campaignContact.status, status),
    outcome && eq(campaignContact.outcome, outcome),
    search ? searched(search) : undefined,
  );
  const after =
    afterPosition === undefined
      ? undefined
      : sql`${position} ${sql.raw(sortOrder === "DESC" ? "<" : ">")} ${afterPosition}`;
  const rows = await store.db
    .select()
    .from(campaignContact)
    .where(and(those, after))
    .orderBy(sortOrder === "DESC" ? desc(position) : asc(position))
    .limit(limit + 1)
    .offset(cursor === undefined ? (page - 1) * limit : 0);
  const [counted] = await store.db.select({ total: count() }).from(campaignContact).where(those);
  return { rows: rows.map((row) => opened(store, row)), total: counted?.total ?? 0 };
}

/** All contacts in order, a batch at a time. */
export async function* readContacts(store: SealedDatabase, campaignId: string): AsyncGenerator<ContactRow[]> {
  for (let after = 0; ; ) {
    const rows = await store.db
      .select()
      .from(campaignContact)
      .where(and(eq(campaignContact.campaignId, campaignId), sql`${campaignContact.position} > ${after}`))
      .orderBy(asc(campaignContact.position))
      .limit(BATCH_ROWS);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map((row) => opened(store, row));
    after = last.position;
  }
}

const opened = (store: SealedDatabase, row: ContactRow): ContactRow => openHeaders(store, campaignContact, row.id, row);

/** The contacts of a campaign as another's, not called yet. */
export async function copiesOf(
  store: SealedDatabase & { newId: () => string },
  fromCampaignId: string,
  to: Pick<NewContactRow, "campaignId" | "createdAt" | "updatedAt">,
): Promise<NewContactRow[]> {
  const copies: NewContactRow[] = [];
  for await (const rows of readContacts(store, fromCampaignId))
    for (const { orgId, position, number, phoneNumberId, customer, timeZones } of rows)
      copies.push({ id: store.newId(), ...to, orgId, position, number, phoneNumberId, customer, timeZones });
  return copies;
}

export async function pickRandom(store: SealedDatabase, campaignId: string, limit: number): Promise<ContactRow[]> {
  const rows = await store.db
    .select()
    .from(campaignContact)
    .where(eq(campaignContact.campaignId, campaignId))
    .orderBy(sql`random()`)
    .limit(limit);
  return rows.map((row) => opened(store, row));
}

/** Names of the variables that some contact has, in alphabetical order. */
export async function variableNames(db: Database, campaignId: string): Promise<string[]> {
  const names = sql<string>`jsonb_object_keys(${campaignContact.customer} #> '{assistantOverrides,variableValues}')`;
  const rows = await db.selectDistinct({ name: names }).from(campaignContact).where(eq(campaignContact.campaignId, campaignId));
  return rows.map(({ name }) => name).sort();
}

/** All of them. */
export async function listContacts(store: SealedDatabase, campaignId: string): Promise<ContactRow[]> {
  const all: ContactRow[] = [];
  for await (const rows of readContacts(store, campaignId)) all.push(...rows);
  return all;
}

// Steps of a contact. Each compares and sets in one statement: the second writer changes nothing.

const appended = (event: ContactEvent): SQL => sql`${campaignContact.log} || ${JSON.stringify([event])}::jsonb`;

/**
 * Contacts that may be called now, for a node that prepares their calls. If it ends, the lease ends too, and they are given to the next one.
 * Nodes do not wait for each other.
 */
export async function leaseContacts(
  store: SealedDatabase,
  campaignId: string,
  { limit, now, until }: { limit: number; now: Date; until: Date },
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
      ),
    )
    .orderBy(asc(position))
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await store.db
    .update(campaignContact)
    .set({ leaseExpiresAt: until })
    .where(inArray(id, due))
    .returning();
  return rows.map((row) => opened(store, row)).sort((one, other) => one.position - other.position);
}

/** Ends the lease of contacts that are not called now. */
export async function returnContacts(db: Database, ids: readonly string[], notBefore: Date | null): Promise<void> {
  if (ids.length === 0) return;
  await db
    .update(campaignContact)
    .set({ leaseExpiresAt: null, notBefore })
    .where(and(inArray(campaignContact.id, [...ids]), eq(campaignContact.status, "pending")));
}

/** The contacts with these time zones wait until their window opens. */
export async function postpone(db: Database, campaignId: string, timeZones: readonly string[], notBefore: Date): Promise<void> {
  await db
    .update(campaignContact)
    .set({ leaseExpiresAt: null, notBefore })
    .where(
      and(
        eq(campaignContact.campaignId, campaignId),
        eq(campaignContact.status, "pending"),
        sql`${campaignContact.timeZones} = ${JSON.stringify(timeZones)}::jsonb`,
        or(isNull(campaignContact.notBefore), lte(campaignContact.notBefore, notBefore)),
      ),
    );
}

/** pending → dispatched, in the transaction that stores the call. False: somebody else has it, or it ended. */
export async function dispatchContact(tx: Database, row: ContactRow, callId: string, at: Date): Promise<boolean> {
  const changed = await tx
    .update(campaignContact)
    .set({ status: "dispatched", callId, dialedAt: null, leaseExpiresAt: null, outcome: null, reason: null, updatedAt: at })
    .where(
      and(
        eq(campaignContact.id, row.id),
        eq(campaignContact.status, "pending"),
        row.leaseExpiresAt ? eq(campaignContact.leaseExpiresAt, row.leaseExpiresAt) : undefined,
      ),
    )
    .returning({ id: campaignContact.id });
  return changed.length > 0;
}

/** The line dials now. False: the contact does not wait for this call any more. */
export async function markDialed(db: Database, contactId: string, callId: string, at: Date): Promise<boolean> {
  const changed = await db
    .update(campaignContact)
    .set({
      dialedAt: at,
      attempts: sql`${campaignContact.attempts} + 1`,
      log: appended({ at: at.toISOString(), what: "called", callId }),
      updatedAt: at,
    })
    .where(and(isDispatchedTo(contactId, callId), isNull(campaignContact.dialedAt)))
    .returning({ id: campaignContact.id });
  return changed.length > 0;
}

const isDispatchedTo = (contactId: string, callId: string): SQL | undefined =>
  and(eq(campaignContact.id, contactId), eq(campaignContact.callId, callId), eq(campaignContact.status, "dispatched"));

/** dispatched → pending: its call was not dialed. */
export async function releaseContact(db: Database, contactId: string, callId: string, at: Date, notBefore: Date): Promise<void> {
  await db
    .update(campaignContact)
    .set({
      ...{ status: "pending", callId: null, notBefore, updatedAt: at },
      log: appended({ at: at.toISOString(), what: "released", callId }),
    })
    .where(and(isDispatchedTo(contactId, callId), isNull(campaignContact.dialedAt)));
}

export interface ContactEnding {
  callId: string;
  outcome: ContactOutcome;
  detail: string | undefined;
  cost: number;
  /** When it is called again. Undefined: it has ended. */
  retryAt: Date | undefined;
}

/** dispatched → its end, or pending for a retry. False: another node did it. */
export async function settleContact(tx: Database, contactId: string, ending: ContactEnding, at: Date): Promise<boolean> {
  const { callId, outcome, detail, cost, retryAt } = ending;
  const said = { at: at.toISOString(), callId, outcome, ...(detail !== undefined && { detail }) };
  const changed = await tx
    .update(campaignContact)
    .set({
      ...(retryAt
        ? { status: "pending" as const, notBefore: retryAt, retries: sql`${campaignContact.retries} + 1` }
        : { status: statusOfOutcome(outcome), notBefore: null }),
      ...{ outcome, reason: detail ?? null, updatedAt: at },
      cost: sql`${campaignContact.cost} + ${cost}`,
      log: appended({ ...said, what: retryAt ? "retry" : "ended" }),
    })
    .where(isDispatchedTo(contactId, callId))
    .returning({ id: campaignContact.id });
  return changed.length > 0;
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
      // One that was called before a retry keeps how that call ended.
      outcome: sql`case when ${campaignContact.attempts} > 0 then ${campaignContact.outcome} else ${outcome} end`,
      status: sql`case when ${campaignContact.attempts} > 0 then ${endedStatus()} else ${statusOfOutcome(outcome)} end`,
      ...{ leaseExpiresAt: null, notBefore: null, updatedAt: at },
      reason: sql`case when ${campaignContact.attempts} > 0 then ${campaignContact.reason} else ${detail ?? null} end`,
      log: appended({ at: at.toISOString(), what: "skipped", outcome, ...(detail !== undefined && { detail }) }),
    })
    .where(and(those, eq(campaignContact.status, "pending")))
    .returning();
}

const endedStatus = (): SQL =>
  sql`case when ${campaignContact.outcome} in ('failed', 'interrupted') then 'failed' when ${campaignContact.outcome} = 'canceled' then 'skipped' else 'completed' end`;

export const contactsOf = (campaignId: string): SQL => eq(campaignContact.campaignId, campaignId);
export const contactOf = (campaignId: string, id: string): SQL | undefined =>
  and(eq(campaignContact.campaignId, campaignId), eq(campaignContact.id, id));

/** Contacts that ended with one of these are called again. Answers how many. */
export async function redialContacts(
  tx: Database,
  campaignId: string,
  outcomes: readonly ContactOutcome[],
  at: Date,
): Promise<number> {
  const changed = await tx
    .update(campaignContact)
    .set({
      ...{ status: "pending", retries: 0, notBefore: null, leaseExpiresAt: null, updatedAt: at },
      log: appended({ at: at.toISOString(), what: "redial" }),
    })
    .where(
      and(
        eq(campaignContact.campaignId, campaignId),
        inArray(campaignContact.outcome, [...outcomes]),
        ne(campaignContact.status, "pending"),
        ne(campaignContact.status, "dispatched"),
      ),
    )
    .returning({ id: campaignContact.id });
  return changed.length;
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

/** How many contacts are being called, by their campaigns. */
export async function countDispatched(db: Database, campaignIds: readonly string[]): Promise<Map<string, number>> {
  const { campaignId, status } = campaignContact;
  const rows = await db
    .select({ campaignId, contacts: count() })
    .from(campaignContact)
    .where(and(inArray(campaignId, [...campaignIds]), eq(status, "dispatched")))
    .groupBy(campaignId);
  return new Map(rows.map((row) => [row.campaignId, row.contacts]));
}

/** Calls that are open: of the campaign's contacts, and of a calling number. In the transaction that holds the organization's lock. */
export async function countOpen(
  tx: Database,
  orgId: string,
  { campaignId, phoneNumberId }: { campaignId: string; phoneNumberId: string },
): Promise<{ ofCampaign: number; ofNumber: number }> {
  const ofCampaign = await tx.$count(
    campaignContact,
    and(eq(campaignContact.campaignId, campaignId), eq(campaignContact.status, "dispatched")),
  );
  const ofNumber = await tx.$count(
    call,
    and(eq(call.orgId, orgId), ne(call.status, "ended"), sql`${call.details} ->> 'phoneNumberId' = ${phoneNumberId}`),
  );
  return { ofCampaign, ofNumber };
}

/** Has it contacts that wait or are being called? */
export async function hasOpenContacts(db: Database, campaignId: string): Promise<boolean> {
  const open = db
    .select({ id: campaignContact.id })
    .from(campaignContact)
    .where(and(eq(campaignContact.campaignId, campaignId), inArray(campaignContact.status, ["pending", "dispatched"])));
  const [found] = await db.select({ id: campaign.id }).from(campaign).where(and(eq(campaign.id, campaignId), exists(open)));
  return found !== undefined;
}

export interface ContactTotals {
  campaignId: string;
  status: ContactRow["status"];
  outcome: ContactOutcome | null;
  contacts: number;
  dialed: number;
  cost: number;
}

export async function countContacts(db: Database, campaignIds: readonly string[]): Promise<ContactTotals[]> {
  const { campaignId, status, outcome, attempts, cost } = campaignContact;
  return db
    .select({
      ...{ campaignId, status, outcome, contacts: count() },
      dialed: sql`coalesce(sum(${attempts}), 0)`.mapWith(Number),
      cost: sql`coalesce(sum(${cost}), 0)`.mapWith(Number),
    })
    .from(campaignContact)
    .where(inArray(campaignId, [...campaignIds]))
    .groupBy(campaignId, status, outcome);
}

const campaignOfCall = sql<string>`${call.details} ->> 'campaignId'`;

export async function countCalls(
  db: Database,
  orgId: string,
  campaignIds: readonly string[],
): Promise<{ campaignId: string; status: string; isVoicemail: boolean; calls: number }[]> {
  const isVoicemail = sql<boolean>`coalesce(${call.endedReason} = 'voicemail', false)`;
  return db
    .select({ campaignId: campaignOfCall, status: call.status, isVoicemail, calls: count() })
    .from(call)
    .where(and(eq(call.orgId, orgId), inArray(campaignOfCall, [...campaignIds])))
    .groupBy(campaignOfCall, call.status, isVoicemail);
}

/** The campaign's calls, by their ids. */
export async function callsOf(db: Database, orgId: string, campaignId: string): Promise<Record<string, object>> {
  const rows = await db
    .select({ id: call.id, status: call.status, endedReason: call.endedReason, startedAt: call.startedAt, endedAt: call.endedAt })
    .from(call)
    .where(and(eq(call.orgId, orgId), sql`${campaignOfCall} = ${campaignId}`));
  return Object.fromEntries(
    rows.map(({ id, status, endedReason, startedAt, endedAt }) => [
      id,
      {
        ...{ id, status },
        ...(endedReason !== null && { endedReason }),
        ...(startedAt && { startedAt: startedAt.toISOString() }),
        ...(endedAt && { endedAt: endedAt.toISOString() }),
      },
    ]),
  );
}
