import { type PlainPageQuery, PlatformError } from "@callwright/contract";
import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { numberHas } from "../../platform/db/list-filters.ts";
import { type PageStart, pageOrder, startFilter } from "../../platform/db/page-start.ts";
import { hashPerson } from "../../platform/people/person-keys.ts";
import type { Secrets } from "../../platform/secrets/secrets.ts";
import { doNotCall } from "./tables.ts";

export type DoNotCallRow = typeof doNotCall.$inferSelect;

interface HashContext {
  db: Database;
  secrets: Pick<Secrets, "people">;
}

export async function isOnDoNotCallList(context: HashContext, orgId: string, number: string): Promise<boolean> {
  return (await listedNumbers(context, orgId, [number])).has(number);
}

/** Those of the numbers that are on the list, by themselves or by their hash. */
export async function listedNumbers(
  { db, secrets }: HashContext,
  orgId: string,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const byHash = new Map(numbers.map((number) => [hashNumber(secrets, orgId, number), number]));
  const rows = await db
    .select({ number: doNotCall.number, hash: doNotCall.numberHash })
    .from(doNotCall)
    .where(
      and(
        eq(doNotCall.orgId, orgId),
        or(inArray(doNotCall.number, [...numbers]), inArray(doNotCall.numberHash, [...byHash.keys()])),
      ),
    );
  return new Set(rows.flatMap(({ number, hash }) => number ?? byHash.get(hash ?? "") ?? []));
}

const hashNumber = (secrets: HashContext["secrets"], orgId: string, number: string): string =>
  hashPerson(secrets, orgId, { kind: "number", value: number });

/** Keeps hashes in place of the numbers. An entry that is there as a hash already is dropped. */
export async function stripNumbers(context: HashContext, ids: readonly string[]): Promise<void> {
  const { db, secrets } = context;
  const rows = await db
    .select()
    .from(doNotCall)
    .where(inArray(doNotCall.id, [...ids]));
  for (const { id, orgId, number } of rows) {
    if (number === null) continue;
    const numberHash = hashNumber(secrets, orgId, number);
    const known = and(eq(doNotCall.orgId, orgId), eq(doNotCall.numberHash, numberHash));
    if ((await db.$count(doNotCall, known)) > 0) await db.delete(doNotCall).where(eq(doNotCall.id, id));
    else await db.update(doNotCall).set({ number: null, numberHash }).where(eq(doNotCall.id, id));
  }
}

export async function pageDoNotCall(
  db: Database,
  orgId: string,
  { search, sortOrder, limit }: PlainPageQuery,
  start: PageStart,
): Promise<{ rows: DoNotCallRow[]; total: number }> {
  const those = and(eq(doNotCall.orgId, orgId), search ? (numberHas(doNotCall.number, search) ?? sql`false`) : undefined);
  const rows = await db
    .select()
    .from(doNotCall)
    .where(and(those, startFilter(doNotCall, start, sortOrder)))
    .orderBy(...pageOrder(doNotCall, sortOrder))
    .limit(limit + 1)
    .offset(start.offset);
  return { rows, total: await db.$count(doNotCall, those) };
}

/** Answers how many were not on the list. */
export async function insertDoNotCall(db: Database, rows: readonly DoNotCallRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const added = await db
    .insert(doNotCall)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: doNotCall.id });
  return added.length;
}

/** Fails with `not-found`. */
export async function deleteDoNotCall(db: Database, orgId: string, id: string): Promise<DoNotCallRow> {
  const [row] = await db
    .delete(doNotCall)
    .where(and(eq(doNotCall.orgId, orgId), eq(doNotCall.id, id)))
    .returning();
  if (!row) throw new PlatformError("not-found", { what: "Do not call" });
  return row;
}
