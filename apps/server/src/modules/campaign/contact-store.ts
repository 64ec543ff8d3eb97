import type { ContactQuery } from "@callwright/contract";
import { and, asc, count, desc, eq, gt, ilike, inArray, isNotNull, max, not, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { numberHas } from "../../platform/db/list-filters.ts";
import { readFittingPage } from "../../platform/db/page-size.ts";
import { openHeaders, type SealedDatabase, sealHeaders } from "../../platform/secrets/sealed-headers.ts";
import { campaignContact } from "./tables.ts";

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

/** The numbers that the campaign already has, with their positions. */
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

/** Contacts with a number outside of these ids are called by the campaign's numbers again. */
export async function forgetNumbers(db: Database, campaignId: string, known: readonly string[]): Promise<void> {
  const isKnown = sql`lower(${campaignContact.phoneNumberId}) = any(${sql.param([...known])}::text[])`;
  await db
    .update(campaignContact)
    .set({ phoneNumberId: null })
    .where(and(eq(campaignContact.campaignId, campaignId), isNotNull(campaignContact.phoneNumberId), not(isKnown)));
}

const searched = (search: string): SQL | undefined =>
  or(numberHas(campaignContact.number, search), ilike(sql`${campaignContact.customer} ->> 'name'`, containing(search)));

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Fails with `page-too-large`. */
export async function pageContacts(
  store: SealedDatabase,
  campaignId: string,
  { status, outcome, called, search, sortOrder, limit, page, cursor }: ContactQuery,
  afterPosition: number | undefined,
): Promise<{ rows: ContactRow[]; total: number }> {
  const { position } = campaignContact;
  const those = and(
    eq(campaignContact.campaignId, campaignId),
    status && eq(campaignContact.status, status),
    outcome && eq(campaignContact.outcome, outcome),
    called && (called === "true" ? gt(campaignContact.attempts, 0) : eq(campaignContact.attempts, 0)),
    search ? searched(search) : undefined,
  );
  const after =
    afterPosition === undefined ? undefined : sql`${position} ${sql.raw(sortOrder === "DESC" ? "<" : ">")} ${afterPosition}`;
  const order = [sortOrder === "DESC" ? desc(position) : asc(position)];
  const offset = cursor === undefined ? (page - 1) * limit : 0;
  const characters = sql`length(${campaignContact.customer}::text) + length(${campaignContact.log}::text)`;
  const fitting = { table: campaignContact, where: and(those, after), order, limit, offset, characters };
  const rows = await readFittingPage(store.db, fitting, (where) =>
    store.db
      .select()
      .from(campaignContact)
      .where(where)
      .orderBy(...order)
      .limit(limit + 1)
      .offset(offset),
  );
  return { rows: rows.map((row) => opened(store, row)), total: await store.db.$count(campaignContact, those) };
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

/** Opens the sealed headers in its overrides. */
export const opened = (store: SealedDatabase, row: ContactRow): ContactRow => openHeaders(store, campaignContact, row.id, row);

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

/** All contacts of the campaign. */
export async function listContacts(store: SealedDatabase, campaignId: string): Promise<ContactRow[]> {
  const all: ContactRow[] = [];
  for await (const rows of readContacts(store, campaignId)) all.push(...rows);
  return all;
}
