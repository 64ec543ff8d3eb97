import { existsSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Config } from "../../platform/config/config.ts";
import type { Logger } from "../../platform/config/logger.ts";
import {
  type EmbeddedPostgres,
  runningPostgresUrl,
  startEmbeddedPostgres,
} from "../../platform/db/embedded/embedded-postgres.ts";
import { EMBEDDED_DATABASE, ensureDatabase, explain, lockDataDir } from "../../platform/db/open-database.ts";
import { BackupError } from "./backup-error.ts";

type DatabaseConfig = Pick<Config, "databaseUrl" | "dataDir">;

export interface BackupConnection {
  client: pg.Client;
  close: () => Promise<void>;
}

/** Connects to a server's database. The embedded one runs if its server does; otherwise it is started, and locked, as long as it is needed. */
export async function openForBackup({ databaseUrl, dataDir }: DatabaseConfig, log: Logger): Promise<BackupConnection> {
  const clusterDir = clusterOf(dataDir);
  const url = databaseUrl ?? runningPostgresUrl(clusterDir, EMBEDDED_DATABASE);
  if (url) return connect(url);
  if (!existsSync(join(clusterDir, "PG_VERSION")))
    throw new BackupError(`There is no database in ${dataDir}. Set DATA_DIR, or DATABASE_URL, to what the server uses.`);
  return startAndConnect(dataDir, log, async (postgres) => {
    const lock = await lockDataDir(postgres, dataDir);
    return lock.release;
  });
}

/** Connects to the database of a server that does not run yet; an embedded one is created. The directory must be free. */
export function openForRestore({ databaseUrl, dataDir }: DatabaseConfig, log: Logger): Promise<BackupConnection> {
  return databaseUrl ? connect(databaseUrl) : startAndConnect(dataDir, log, async () => async () => {});
}

/** A killed restore leaves its database running. */
export async function stopDatabase(dataDir: string, log: Logger): Promise<void> {
  if (!runningPostgresUrl(clusterOf(dataDir), EMBEDDED_DATABASE)) return;
  const postgres = await startEmbeddedPostgres({ clusterDir: clusterOf(dataDir), log });
  await postgres.stop();
}

const clusterOf = (dataDir: string) => join(dataDir, "postgres");

/** `variable` is the setting that `url` comes from. */
export async function connect(url: string, variable?: string): Promise<BackupConnection> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // The running query fails when the connection ends. Without a listener, the error would end the process.
  client.on("error", () => {});
  await client.connect().catch((cause: unknown) => {
    throw explain(cause, url, variable);
  });
  return { client, close: () => client.end() };
}

async function startAndConnect(
  dataDir: string,
  log: Logger,
  lock: (postgres: EmbeddedPostgres) => Promise<() => Promise<void>>,
): Promise<BackupConnection> {
  const postgres = await startEmbeddedPostgres({ clusterDir: clusterOf(dataDir), log });
  // A database that a server has started in this moment belongs to that server.
  const stop = () => (postgres.adopted ? postgres.leave() : postgres.stop());
  try {
    await ensureDatabase(postgres);
    const release = await lock(postgres);
    const { client, close } = await connect(await postgres.appUrl(EMBEDDED_DATABASE));
    return {
      client,
      close: async () => {
        await close();
        await release();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
