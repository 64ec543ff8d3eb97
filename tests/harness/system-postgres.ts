import path from "node:path";
import pg from "pg";
import { pino } from "pino";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import { systemPostgresFolder } from "../../scripts/system-tools.mjs";
import { scratchPath } from "./scratch.ts";

/** A PostgreSQL of the system's, as an operator has it for several servers; usually an older one than the server brings along. */
export interface SystemPostgres {
  /** An empty database: its `DATABASE_URL`. */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** Starts PostgreSQL on a new, empty cluster, on a free port, as a user other than root. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const folder = systemPostgresFolder();
  if (!folder) throw new Error("The system has no PostgreSQL. 'npm test' installs it on Debian as root.");
  const program = (name: string) => path.join(folder, name);
  const postgres = await startEmbeddedPostgres({
    clusterDir: scratchPath("postgres"),
    log: pino({ level: "silent" }),
    settings: { max_connections: "100" },
    binaries: { initdb: program("initdb"), pg_ctl: program("pg_ctl"), postgres: program("postgres") },
  });
  return {
    createDatabase: async (name) => {
      const admin = new pg.Client(postgres.url("postgres"));
      await admin.connect();
      await admin.query(`create database "${name}"`).finally(() => admin.end());
      return postgres.url(name);
    },
    stop: postgres.stop,
  };
}
