import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import * as authSchema from "../auth/schema.ts";
import type { Logger } from "../logger.ts";
import * as platformSchema from "./schema.ts";

const schema = { ...platformSchema, ...authSchema };

/** The database, or a transaction in it: store functions take either. */
export type Database = PgDatabase<NodePgQueryResultHKT, typeof schema>;

/** Connections of one server. The embedded PostgreSQL allows 30 in all. */
const POOL_MAX = 10;

export interface Connection {
  db: Database;
  pool: pg.Pool;
  close: () => Promise<void>;
}

/** Open the pool. Nothing is sent before the first query. */
export function connectDatabase(url: string, log: Logger): Connection {
  const pool = new pg.Pool({ connectionString: url, max: POOL_MAX, connectionTimeoutMillis: 10_000 });
  // Without a listener, the end of an idle connection (a restart of PostgreSQL) would end the process.
  pool.on("error", (error) => log.warn({ err: error.message }, "a database connection was lost"));
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() };
}
