import { type PlainPageQuery, PlatformError } from "@callwright/contract";
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { numberHas } from "../../platform/db/list-filters.ts";
import { type PageStart, pageOrder, startFilter } from "../../platform/db/page-start.ts";
import { doNotCall } from "./tables.ts";

export type DoNotCallRow = typeof doNotCall.$inferSelect;

export async function isOnDoNotCallList(db: Database, orgId: string, number: string): Promise<boolean> {
  return (await db.$count(doNotCall, and(eq(doNotCall.orgId, orgId), eq(doNotCall.number, number)))) > 0;
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
