import { and, eq, getTableName, inArray, lte, or, type SQL } from "drizzle-orm";
import { getTableConfig, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { TABLES } from "../../tables.ts";
import { organization } from "../auth/tables.ts";
import { restorableSince } from "../db/restorable-since.ts";
import type { EntityTable, Lifetime, Platform } from "../modules/module.ts";

type Context = Pick<Platform, "db" | "blobs" | "lifetimes" | "now">;

/** Maximum rows of one statement: each includes its dependents, a call its events, an assistant its versions. */
const BATCH_ROWS = 100;

/** Every table whose rows are only marked as deleted: a new table is purged automatically. */
export const ENTITIES = TABLES.filter(isEntity);

/** Tables of an organization without deleted rows, which do not go with a row of another table. Their rows go with the organization. */
const OF_ORGS = TABLES.filter(isOfOrg);

/** Rows that are due to be deleted permanently. */
export interface DueRows {
  table: EntityTable;
  due: SQL | undefined;
}

const lifetimeOf = ({ lifetimes }: Pick<Context, "lifetimes">, table: PgTable): Lifetime | undefined =>
  lifetimes.find((each) => each.table === table);

/** The rows that `purgeDeleted` would remove now. */
export async function listPurgeable(context: Pick<Context, "db" | "lifetimes" | "now">): Promise<DueRows[]> {
  const deletedUntil = restorableSince(context.now());
  const orgIds = await findDueOrgs(context, deletedUntil);
  return ENTITIES.map((table) => ({
    table,
    // Deleted long enough ago, or in an organization that was.
    due: and(or(lte(table.deletedAt, deletedUntil), inArray(table.orgId, orgIds)), lifetimeOf(context, table)?.purgeable),
  }));
}

/** Permanently removes what was deleted `RESTORE_DAYS` ago, with everything that belongs to it. Returns the number of rows by table. */
export async function purgeDeleted(context: Context): Promise<Record<string, number>> {
  const orgIds = await findDueOrgs(context, restorableSince(context.now()));
  const purged: Record<string, number> = {};
  for (const { table, due } of await listPurgeable(context)) {
    const count = await purgeRows(context, table, due);
    if (count > 0) purged[getTableName(table)] = count;
  }
  const orgs = await purgeEmptyOrgs(context, orgIds);
  return orgs > 0 ? { ...purged, organization: orgs } : purged;
}

async function findDueOrgs({ db }: Pick<Context, "db">, deletedUntil: Date): Promise<string[]> {
  const due = await db.select({ id: organization.id }).from(organization).where(lte(organization.deletedAt, deletedUntil));
  return due.map(({ id }) => id);
}

/** An organization with a running call waits for the next run. */
async function purgeEmptyOrgs({ db }: Context, orgIds: readonly string[]): Promise<number> {
  let purged = 0;
  for (const orgId of orgIds) {
    const left = await Promise.all(ENTITIES.map((table) => db.$count(table, eq(table.orgId, orgId))));
    if (left.some((count) => count > 0)) continue;
    await db.transaction(async (tx) => {
      for (const table of OF_ORGS) await tx.delete(table).where(eq(table.orgId, orgId));
      await tx.delete(organization).where(eq(organization.id, orgId));
    });
    purged += 1;
  }
  return purged;
}

/** Removes due rows with their blobs and dependents, in batches. Returns how many. */
export async function purgeRows(context: Context, table: EntityTable, due: SQL | undefined): Promise<number> {
  for (let purged = 0; ; ) {
    const count = await purgeBatch(context, table, due);
    purged += count;
    if (count < BATCH_ROWS) return purged;
  }
}

/** Deletes blobs first: without its row, a blob cannot be found. The next purge completes an interrupted one. */
async function purgeBatch(context: Context, table: EntityTable, due: SQL | undefined): Promise<number> {
  const { db, blobs } = context;
  const rows = await db.select({ id: table.id }).from(table).where(due).limit(BATCH_ROWS);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => String(id));
  const keys = (await lifetimeOf(context, table)?.blobKeys?.(db, ids)) ?? [];
  for (const key of keys) if (key !== null) await blobs.delete(key);
  await db.delete(table).where(and(inArray(table.id, ids), due));
  return rows.length;
}

function isEntity(table: PgTable): table is EntityTable {
  return "orgId" in table && "deletedAt" in table;
}

function isOfOrg(table: PgTable): table is PgTable & Record<"orgId", PgColumn> {
  const goesWithARow = getTableConfig(table).foreignKeys.some(
    ({ onDelete, reference }) => onDelete === "cascade" && reference().columns.every(({ notNull }) => notNull),
  );
  return "orgId" in table && !("deletedAt" in table) && !goesWithARow;
}
