import { and, eq, getTableName, isNull, type SQL, sql } from "drizzle-orm";
import type { squad } from "../../modules/squad/tables.ts";
import type { Database } from "../db/connect.ts";
import { newestFirst } from "../db/list-filters.ts";
import { pageFits } from "../db/page-size.ts";
import type { ResourceRow, ResourceTable } from "./resource-store.ts";

/** All of these tables share their columns. */
export const asPlain = (table: ResourceTable) => table as unknown as typeof squad;

/** The statements of most requests. */
interface ResourceStatements {
  find: (values: { orgId: string; id: string }) => Promise<ResourceRow[]>;
  /** Newest first. Empty if the rows are too long for a page. */
  list: (values: { orgId: string; limit: number }) => Promise<ResourceRow[]>;
  insert: (row: Omit<ResourceRow, "deletedAt">) => Promise<ResourceRow[]>;
}

const made = new WeakMap<Database, Map<ResourceTable, ResourceStatements>>();

/**
 * Statements that are built once for a database, and parsed once by each of its connections: building them took longer than the rest of a request,
 * and parsing as long as running. A transaction is a temporary database object; it shares the connection's parsed statements by their names.
 */
export function statementsOf(db: Database, table: ResourceTable): ResourceStatements {
  const ofDatabase = made.get(db) ?? new Map<ResourceTable, ResourceStatements>();
  made.set(db, ofDatabase);
  const statements = ofDatabase.get(table) ?? makeStatements(db, table);
  ofDatabase.set(table, statements);
  return statements;
}

function makeStatements(db: Database, table: ResourceTable): ResourceStatements {
  const plain = asPlain(table);
  const name = getTableName(table);
  const own = and(eq(plain.orgId, sql.placeholder("orgId")), isNull(plain.deletedAt));
  const find = once(() => select(and(own, eq(plain.id, sql.placeholder("id")))).prepare(`${name}_find`));
  const order = newestFirst(plain);
  const limit = sql.placeholder("limit");
  const fits = pageFits({ table: plain, where: own, order, limit, characters: sql`${plain.characters}` });
  const list = once(() =>
    select(and(own, fits))
      .orderBy(...order)
      .limit(limit)
      .prepare(`${name}_list`),
  );
  const insert = once(() => db.insert(plain).values(INSERTED).returning().prepare(`${name}_insert`));

  function select(where: SQL | undefined) {
    return db.select().from(plain).where(where);
  }

  return {
    find: (values) => find().execute(values),
    list: (values) => list().execute(values),
    insert: (row) => insert().execute(row),
  };
}

const INSERTED = {
  id: sql.placeholder("id"),
  orgId: sql.placeholder("orgId"),
  createdAt: sql.placeholder("createdAt"),
  updatedAt: sql.placeholder("updatedAt"),
  config: sql.placeholder("config"),
  state: sql.placeholder("state"),
};

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
