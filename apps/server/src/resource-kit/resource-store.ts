import type { ListQuery, PageQuery } from "@callwright/contract";
import { and, count, eq, gt, isNotNull, isNull, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Database } from "../db/connect.ts";
import { entityFilters, newestFirst } from "../db/list-filters.ts";
import { type PageStart, pageOrder, startFilter } from "../db/page-start.ts";
import type { squad } from "../db/schema.ts";

/** A table that `resourceTable` made. One that has more columns has defaults for them. */
export type ResourceTable = PgTable &
  Record<"id" | "orgId" | "createdAt" | "updatedAt" | "deletedAt" | "config" | "state", PgColumn>;
export type ResourceRow = typeof squad.$inferSelect;

/** All of these tables have the columns of any of them. */
const asPlain = (table: ResourceTable) => table as unknown as typeof squad;

const own = (table: ResourceTable, orgId: string): SQL | undefined => and(eq(table.orgId, orgId), isNull(table.deletedAt));
const live = (table: ResourceTable, orgId: string, id: string): SQL | undefined => and(own(table, orgId), eq(table.id, id));

export async function insertResource(
  db: Database,
  table: ResourceTable,
  row: Omit<ResourceRow, "deletedAt">,
): Promise<ResourceRow> {
  const [inserted] = await db.insert(asPlain(table)).values(row).returning();
  if (!inserted) throw new Error("an insert returned no row");
  return inserted;
}

export async function findResource(
  db: Database,
  orgId: string,
  table: ResourceTable,
  id: string,
): Promise<ResourceRow | undefined> {
  const [row] = await db
    .select()
    .from(asPlain(table))
    .where(live(table, orgId, id));
  return row;
}

/** The same, and until the end of the transaction nobody else changes it. */
export async function findResourceForUpdate(
  db: Database,
  orgId: string,
  table: ResourceTable,
  id: string,
): Promise<ResourceRow | undefined> {
  const [row] = await db
    .select()
    .from(asPlain(table))
    .where(live(table, orgId, id))
    .for("update");
  return row;
}

/** Newest first. */
export async function listResources(
  db: Database,
  orgId: string,
  table: ResourceTable,
  query: ListQuery,
  filters: readonly SQL[] = [],
): Promise<ResourceRow[]> {
  return db
    .select()
    .from(asPlain(table))
    .where(and(own(table, orgId), ...entityFilters(table, query), ...filters))
    .orderBy(...newestFirst(table))
    .limit(query.limit);
}

/** A page and one row more, if there is one, so that its reader knows whether another page follows; `total` is of all pages. */
export async function pageResources(
  db: Database,
  orgId: string,
  table: ResourceTable,
  query: PageQuery,
  start: PageStart,
  filters: readonly SQL[] = [],
): Promise<{ rows: ResourceRow[]; total: number }> {
  const those = and(own(table, orgId), ...entityFilters(table, query), ...filters);
  const rows = await db
    .select()
    .from(asPlain(table))
    .where(and(those, startFilter(table, start, query.sortOrder)))
    .orderBy(...pageOrder(table, query.sortOrder))
    .limit(query.limit + 1)
    .offset(start.offset);
  const [counted] = await db.select({ total: count() }).from(asPlain(table)).where(those);
  return { rows, total: counted?.total ?? 0 };
}

export async function changeResource(
  db: Database,
  orgId: string,
  table: ResourceTable,
  id: string,
  change: Partial<Pick<ResourceRow, "config" | "state" | "updatedAt" | "deletedAt">>,
): Promise<ResourceRow | undefined> {
  const [row] = await db
    .update(asPlain(table))
    .set(change)
    .where(live(table, orgId, id))
    .returning();
  return row;
}

/** Bring back what was deleted after `since`. */
export async function restoreResource(
  db: Database,
  orgId: string,
  table: ResourceTable,
  id: string,
  since: Date,
  now: Date,
): Promise<ResourceRow | undefined> {
  const [row] = await db
    .update(asPlain(table))
    .set({ deletedAt: null, updatedAt: now })
    .where(and(eq(table.orgId, orgId), eq(table.id, id), isNotNull(table.deletedAt), gt(table.deletedAt, since)))
    .returning();
  return row;
}
