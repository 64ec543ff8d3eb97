import type { ListQuery, PageQuery } from "@callwright/contract";
import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { squad } from "../../modules/squad/tables.ts";
import type { Database } from "../db/connect.ts";
import { entityFilters, lowerCase, newestFirst } from "../db/list-filters.ts";
import { requireFitting, selectFittingPage } from "../db/page-size.ts";
import { type PageStart, pageOrder, startFilter } from "../db/page-start.ts";
import { asPlain, statementsOf } from "./resource-statements.ts";

/** A table made by `resourceTable`. Further columns must have defaults. */
export type ResourceTable = PgTable &
  Record<"id" | "orgId" | "createdAt" | "updatedAt" | "deletedAt" | "config" | "state" | "searchText" | "characters", PgColumn>;
export type ResourceRow = Omit<typeof squad.$inferSelect, "searchText" | "characters">;

/** The columns that a table needs for deletion and restoring. */
type DeletableTable = PgTable & Record<"id" | "orgId" | "updatedAt" | "deletedAt", PgColumn>;
type RowOf<Table extends DeletableTable> = Table extends ResourceTable ? ResourceRow : Table["$inferSelect"];

/** Rows of one resource: all rows of a table, or those that meet a condition. */
export interface ResourceRows<Table extends DeletableTable = ResourceTable> {
  table: Table;
  within?: SQL | undefined;
}

const own = ({ table, within }: ResourceRows<DeletableTable>, orgId: string): SQL | undefined =>
  and(eq(table.orgId, orgId), isNull(table.deletedAt), within);
const live = (rows: ResourceRows<DeletableTable>, orgId: string, id: string): SQL | undefined =>
  and(own(rows, orgId), eq(rows.table.id, id));

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

/** As `findResource`, and locks the row until the end of the transaction. */
export async function findResourceForUpdate<Table extends DeletableTable>(
  db: Database,
  orgId: string,
  rows: ResourceRows<Table>,
  id: string,
): Promise<RowOf<Table> | undefined> {
  const [row] = await db
    .select()
    .from(rows.table as PgTable)
    .where(live(rows, orgId, id))
    .for("update");
  return row as RowOf<Table> | undefined;
}

/** The existing ones among the ids, unsorted. */
export function findResources(db: Database, orgId: string, rows: ResourceRows, ids: readonly string[]): Promise<ResourceRow[]> {
  return db
    .select()
    .from(asPlain(rows.table))
    .where(and(own(rows, orgId), inArray(rows.table.id, lowerCase(ids))));
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
  return selectFittingPage(db, page);
}

/**
 * A page and one further row if there is one, so that its reader knows whether another page follows; `total` counts all pages. Fails with
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
  const found = await selectFittingPage(db, page, 1);
  return { rows: found, total: await db.$count(rows.table, those) };
}

const ofTable = ({ table }: ResourceRows) => ({ table: asPlain(table), characters: sql`${table.characters}` });

export async function changeResource<Table extends DeletableTable>(
  db: Database,
  orgId: string,
  rows: ResourceRows<Table>,
  id: string,
  change: Partial<RowOf<Table>>,
): Promise<RowOf<Table> | undefined> {
  const [row] = await db
    .update(rows.table as PgTable)
    .set(change)
    .where(live(rows, orgId, id))
    .returning();
  return row as RowOf<Table> | undefined;
}

/** Bring back what was deleted after `since`. */
export async function restoreResource<Table extends DeletableTable>(
  db: Database,
  orgId: string,
  { table, within }: ResourceRows<Table>,
  id: string,
  since: Date,
  now: Date,
): Promise<RowOf<Table> | undefined> {
  const change: object = { deletedAt: null, updatedAt: now };
  const [row] = await db
    .update(table as PgTable)
    .set(change)
    .where(and(eq(table.orgId, orgId), eq(table.id, id), within, isNotNull(table.deletedAt), gt(table.deletedAt, since)))
    .returning();
  return row as RowOf<Table> | undefined;
}
