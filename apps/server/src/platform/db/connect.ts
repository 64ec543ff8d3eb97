import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import type { Logger } from "../config/logger.ts";

/** The database, or a transaction in it: store functions take either. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

/** Connections of one server, besides those for calls. The embedded PostgreSQL allows 30 in all. */
const POOL_MAX = 10;
/** A longer statement is ended: a search must not block a connection that a call needs. */
const STATEMENT_MAX_MS = 20_000;

export interface DatabaseConnection {
  db: Database;
  pool: pg.Pool;
  close: () => Promise<void>;
}

/** Open the pool. Its statements end with `isStatementTimeout` after 20 s, unless they set another limit. Nothing is sent before the first query. */
export function connectDatabase(
  url: string,
  log: Logger,
  { statementMaxMs = STATEMENT_MAX_MS, connections = POOL_MAX } = {},
): DatabaseConnection {
  // `@types/pg` does not know `onConnect` yet.
  const options: pg.PoolConfig & { onConnect: (client: pg.PoolClient) => Promise<void> } = {
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    // Not as a parameter of the connection: poolers in front of PostgreSQL refuse it there.
    onConnect: async (client) => void (await client.query(`set statement_timeout = ${statementMaxMs}`)),
  };
  const pool = new pg.Pool(options);
  // Without a listener, the end of a connection (a restart of PostgreSQL) would end the process: the pool listens to idle ones and reports it here,
  // but a client in a transaction, between two of its queries, has only its own listener.
  pool.on("error", (error) => log.warn({ err: error }, "a database connection was lost"));
  pool.on("connect", (client) => client.on("error", () => {}));
  takeBackLostClients(pool);
  return { db: drizzle(pool), pool, close: () => pool.end() };
}

/** For a program that has one connection of its own. */
export const databaseOn = (client: pg.Client): Database => drizzle(client);

/** After this time, a caller that releases a lost client itself has done so. */
const TAKE_BACK_MS = 1_000;

/**
 * drizzle does not return a client if the `begin` of a transaction fails, as it does when the connection was lost a moment before. The pool would
 * lose every such client, and could never be closed.
 */
function takeBackLostClients(pool: pg.Pool): void {
  const out = new WeakSet<pg.PoolClient>();
  pool.on("acquire", (client) => out.add(client));
  pool.on("release", (_error, client) => out.delete(client));
  pool.on("connect", (client) =>
    client.once("end", () => {
      setTimeout(() => out.has(client) && client.release(true), TAKE_BACK_MS);
    }),
  );
}
