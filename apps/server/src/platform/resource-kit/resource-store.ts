import type { ListQuery, PageQuery } from "@callwright/contract";
import { and, count, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { squad } from "../../modules/squad/tables.ts";
import type { Database } from "../db/connect.ts";
import { entityFilters, newestFirst } from "../db/list-filters.ts";
import { readFittingPage, requireFitting } from "../db/page-size.ts";
import { type PageStart, pageOrder, startFilter } from "../db/page-start.ts";
import { asPlain, statementsOf } from "./resource-statements.ts";

/** A table that `resourceTable` made. One that has more columns has defaults for them. */
export type ResourceTable = PgTable &
  Record<"id" | "orgId" | "createdAt" | "updatedAt" | "deletedAt" | "config" | "state" | "searchText" | "characters", PgColumn>;
export type ResourceRow = Omit<typeof squad.$inferSelect, "searchText" | "characters">;

/** Rows of one resource: all of a table, or those of it that a condition holds for. */
export interface ResourceRows {
  table: ResourceTable;
  within?: SQL | undefined;
}

const own = ({ table, within }: ResourceRows, orgId: string): SQL | undefined =>
  and(eq(table.orgId, orgId), isNull(table.deletedAt), within);
const live = (rows: ResourceRows, orgId: string, id: string): SQL | undefined => and(own(rows, orgId), eq(rows.table.id, id));

export async function insertResource(
  db: Database,
  { table }: ResourceRows,
  row: Omit<ResourceRow, "deletedAt">,
): Promise<ResourceRow> {
  const [inserted] = await statementsOf(db, table).insert(row);
  if (!inserted) throw new Error("an insert returned no row");
  return inserted;
}

export async function findResource(
  db: Database,
  orgId: string,
  rows: ResourceRows,
  id: string,
): Promise<ResourceRow | undefined> {
  const [row] = rows.within
    ? await db
        .select()
        .from(asPlain(rows.table))
        .where(live(rows, orgId, id))
    : await statementsOf(db, rows.table).find({ orgId, id });
  return row;
}

/** The same, and until the end of the transaction nobody else changes it. */
export async function findResourceForUpdate(
  db: Database,
  orgId: string,
  rows: ResourceRows,
  id: string,
): Promise<ResourceRow | undefined> {
  const [row] = await db
    .select()
    .from(asPlain(rows.table))
    .where(live(rows, orgId, id))
    .for("update");
  return row;
}

/** Newest first. Fails with `page-too-large`. */
export async function listResources(
  db: Database,
  orgId: string,
  rows: ResourceRows,
  query: ListQuery,
  filters: readonly SQL[] = [],
): Promise<ResourceRow[]> {
  const { limit } = query;
  const conditions = [...entityFilters(rows.table, query), ...filters];
  const order = newestFirst(rows.table);
  const page = { ...ofTable(rows), where: and(own(rows, orgId), ...conditions), order, limit };
  if (conditions.length === 0 && !rows.within) {
    const found = await statementsOf(db, rows.table).list({ orgId, limit });
    if (found.length === 0) await requireFitting(db, page);
    return found;
  }
  return readFittingPage(db, page, (where) =>
    db
      .select()
      .from(asPlain(rows.table))
      .where(where)
      .orderBy(...order)
      .limit(limit),
  );
}

/**
 * A page and one row more, if there is one, so that its reader knows whether another page follows; `total` is of all pages. Fails with
 * `page-too-large`.
 */
export async function pageResources(
  db: Database,
  orgId: string,
  rows: ResourceRows,
  query: PageQuery,
  start: PageStart,
  filters: readonly SQL[] = [],
): Promise<{ rows: ResourceRow[]; total: number }> {
  const { limit, sortOrder } = query;
  const { offset } = start;
  const those = and(own(rows, orgId), ...entityFilters(rows.table, query), ...filters);
  const order = pageOrder(rows.table, sortOrder);
  const page = { ...ofTable(rows), where: and(those, startFilter(rows.table, start, sortOrder)), order, limit, offset };
  const found = await readFittingPage(db, page, (where) =>
    db
      .select()
      .from(asPlain(rows.table))
      .where(where)
      .orderBy(...order)
      .limit(limit + 1)
      .offset(offset),
  );
  const [counted] = await db.select({ total: count() }).from(asPlain(rows.table)).where(those);
  return { rows: found, total: counted?.total ?? 0 };
}

const ofTable = ({ table }: ResourceRows) => ({ table, characters: sql`${table.characters}` });

export async function changeResource(
  db: Database,
  orgId: string,
  rows: ResourceRows,
  id: string,
  change: Partial<Pick<ResourceRow, "config" | "state" | "updatedAt" | "deletedAt">>,
): Promise<ResourceRow | undefined> {
  const [row] = await db
    .update(asPlain(rows.table))
    .set(change)
    .where(live(rows, orgId, id))
    .returning();
  return row;
}

/** Bring back what was deleted after `since`. */
export async function restoreResource(
  db: Database,
  orgId: string,
  rows: ResourceRows,
  id: string,
  since: Date,
  now: Date,
): Promise<ResourceRow | undefined> {
  const { table } = rows;
  const [row] = await db
    .update(asPlain(table))
    .set({ deletedAt: null, updatedAt: now })
    .where(and(eq(table.orgId, orgId), eq(table.id, id), rows.within, isNotNull(table.deletedAt), gt(table.deletedAt, since)))
    .returning();
  return row;
}
