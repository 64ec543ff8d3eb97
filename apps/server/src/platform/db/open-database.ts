import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import { succeeds } from "../base/succeeds.ts";
import type { Config } from "../config/config.ts";
import type { Logger } from "../config/logger.ts";
import { StartError } from "../config/start-error.ts";
import { connectDatabase, type Database, type DatabaseConnection } from "./connect.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { LOCK_NOT_AVAILABLE, migrateDatabase } from "./migrate.ts";

/** Database of the embedded cluster that is ours. */
export const EMBEDDED_DATABASE = "callwright";
/** Any number: the advisory lock of the one server that may use a data directory. */
const SERVER_LOCK = 72_019_002;
/** A killed server's lock ends when PostgreSQL notices the closed connection. */
const LOCK_WAIT_MS = 3_000;
const LOCK_RETRY_MS = 1_000;

/** Size of the pool for calls. Their writes are short and serialized. */
const CALL_CONNECTIONS = 3;
/** Size of the pool for live queries. A change may rerun queries of many organizations at once. */
const LIVE_CONNECTIONS = 4;

export interface OpenDatabase extends DatabaseConnection {
  /**
   * The same database over connections that only calls use: long searches on the other connections must not delay the renewal of running calls'
   * leases.
   */
  callDb: Database;
  /** The same for live queries: they do not wait for requests, nor requests for them. */
  liveDb: Database;
  /** By their use. */
  pools: Record<"requests" | "calls" | "live", pg.Pool>;
  /** Calls the listener when a connection is released, because it may have written data. */
  onRelease: (listener: () => void) => void;
  /** The address of the database itself, without a pooler. */
  directUrl: string;
}

/** Open the configured database, migrated: the one at DATABASE_URL, or the embedded one under the data directory. */
export async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  if (config.databaseUrl)
    return { ...(await openAt(config.databaseUrl, log)), directUrl: config.databaseUrlDirect ?? config.databaseUrl };
  const postgres = await startEmbeddedPostgres({ clusterDir: join(config.dataDir, "postgres"), log });
  try {
    await ensureDatabase(postgres);
    const lock = await lockDataDir(postgres, config.dataDir);
    const directUrl = await postgres.appUrl(EMBEDDED_DATABASE);
    const connection = await openAt(directUrl, log);
    return {
      ...connection,
      directUrl,
      close: async () => {
        await connection.close();
        await lock.release();
        await postgres.stop();
      },
    };
  } catch (error) {
    // A database that already ran may belong to another server.
    await (postgres.adopted ? postgres.leave() : postgres.stop());
    throw error;
  }
}

async function openAt(url: string, log: Logger): Promise<Omit<OpenDatabase, "directUrl">> {
  const connection = connectDatabase(url, log);
  try {
    await migrateDatabase(connection.pool);
    const ofCalls = connectDatabase(url, log, { connections: CALL_CONNECTIONS });
    const ofLive = connectDatabase(url, log, { connections: LIVE_CONNECTIONS });
    const connections = [connection, ofCalls, ofLive];
    return {
      ...connection,
      callDb: ofCalls.db,
      liveDb: ofLive.db,
      pools: { requests: connection.pool, calls: ofCalls.pool, live: ofLive.pool },
      onRelease: (listener) => {
        for (const { pool } of connections) pool.on("release", listener);
      },
      close: async () => void (await Promise.all(connections.map((each) => each.close()))),
    };
  } catch (error) {
    await connection.close();
    throw error instanceof StartError ? error : explain(error, url);
  }
}

/** Names the address, never the password, and the variable that it comes from. */
export function explain(cause: unknown, url: string, variable = "DATABASE_URL"): unknown {
  const { hostname, port, pathname } = new URL(url);
  const { code = "", message } = cause as { code?: string; message: string };
  const unreachable = /^(E[A-Z]+|28\w{3}|3D000|57P03|08\w{3})$/.test(code) || /timeout|terminated/i.test(message);
  if (!unreachable) return cause;
  return new StartError(
    `The database at ${hostname}:${port || 5432}${pathname} cannot be used (${message || code}). Start it, or correct ${variable}.`,
    { cause },
  );
}

/** Make our database in a cluster that does not have it. */
export async function ensureDatabase(postgres: EmbeddedPostgres): Promise<void> {
  const client = await postgres.connect("postgres");
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [EMBEDDED_DATABASE]);
    if (!rowCount) await client.query(`create database ${EMBEDDED_DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * Two servers on one data directory would end each other's calls, and the first to stop would stop the database. The lock lasts as long as its
 * connection; if the database is restarted under this server, it is taken again.
 */
export async function lockDataDir(postgres: EmbeddedPostgres, dataDir: string): Promise<{ release: () => Promise<void> }> {
  let released = false;
  let client: pg.Client | undefined;
  const take = async () => {
    const taken = await postgres.connect(EMBEDDED_DATABASE);
    try {
      await taken.query(`set lock_timeout = ${LOCK_WAIT_MS}`);
      await taken.query("select pg_advisory_lock($1)", [SERVER_LOCK]);
    } catch (error) {
      await taken.end();
      throw error;
    }
    taken.once("end", () => void retake());
    client = taken;
  };
  const retake = async () => {
    while (!released) {
      await delay(LOCK_RETRY_MS, undefined, { ref: false });
      if (!released && (await succeeds(take()))) return;
    }
  };
  try {
    await take();
  } catch (cause) {
    if ((cause as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw cause;
    throw new StartError(`Another Callwright server uses ${dataDir}. Stop it, or set DATA_DIR to another directory.`, { cause });
  }
  return {
    release: async () => {
      released = true;
      await client?.end().catch(() => {});
    },
  };
}
