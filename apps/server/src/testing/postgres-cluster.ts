import { mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../platform/db/embedded/embedded-postgres.ts";
import { migrateDatabase } from "../platform/db/migrate.ts";
import { startJobBoss } from "../platform/jobs/job-boss.ts";

/** The address of the run's cluster, for the processes of the run. */
const CLUSTER_VARIABLE = "CALLWRIGHT_TEST_CLUSTER";
const TEMPLATE = "template_migrated";

/** `globalSetup` of vitest: one PostgreSQL for all projects of a run, with a migrated database that every test server copies. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (runClusterUrl()) return;
  const cluster = await startTestCluster();
  process.env[CLUSTER_VARIABLE] = cluster.adminUrl;
  return cluster.stop;
}

/** The run's cluster, when there is one. */
export function runClusterUrl(): string | undefined {
  return process.env[CLUSTER_VARIABLE];
}

/** The run's cluster, or a new one outside of a run. */
export async function openTestCluster(): Promise<TestCluster> {
  const adminUrl = runClusterUrl();
  return adminUrl ? { adminUrl, stop: async () => {} } : startTestCluster();
}

export interface TestCluster {
  /** URL of a database that may create others. */
  adminUrl: string;
  stop: () => Promise<void>;
}

/** Linux keeps what is here in memory. */
const MEMORY_FOLDER = "/dev/shm";
/** Enough memory for all simultaneous databases. */
const MEMORY_MIN_BYTES = 4e9;

/** In memory where there is enough: each test server's database is a thousand files, made and removed hundreds of times in a run. */
async function clusterParent(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined);
  return memory && memory.bavail * memory.bsize >= MEMORY_MIN_BYTES ? MEMORY_FOLDER : tmpdir();
}

const SETTINGS = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  // No database lives long enough to need it.
  autovacuum: "off",
  max_connections: "200",
};

/** Does not exist, and PostgreSQL answers it as a wrong password. */
export const USER_WITH_PASSWORD = "asks_for_a_password";

/** A throwaway cluster that never waits for the disk: what a crash would lose does not matter here. */
async function startTestCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(join(await clusterParent(), "callwright-cluster-"));
  const clusterDir = join(folder, "postgres");
  const postgres = await startEmbeddedPostgres({ clusterDir, log: pino({ level: "silent" }), settings: SETTINGS });
  // A test server opens ten connections, and both ends of each would work out the key of a password.
  const access = [`host all ${USER_WITH_PASSWORD} 127.0.0.1/32 scram-sha-256`, "host all all 127.0.0.1/32 trust", ""];
  await writeFile(join(clusterDir, "pg_hba.conf"), access.join("\n"));
  await makeTemplate(postgres);
  return {
    adminUrl: postgres.url("postgres"),
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeTemplate(postgres: EmbeddedPostgres): Promise<void> {
  const admin = new pg.Client(postgres.url("postgres"));
  await admin.connect();
  await admin.query("select pg_reload_conf()");
  await admin.query(`create database ${TEMPLATE}`);
  await admin.end();
  const pool = new pg.Pool({ connectionString: postgres.url(TEMPLATE), max: 1 });
  await migrateDatabase(pool);
  await pool.end();
  // pg-boss creates its own schema, which takes a while.
  const jobs = await startJobBoss(postgres.url(TEMPLATE), pino({ level: "silent" }));
  await jobs.close();
}

/** A fresh, migrated database in the cluster. `drop` removes it if it still exists, even with open connections. */
export async function createTestDatabase(adminUrl: string, name: string): Promise<{ url: string; drop: () => Promise<void> }> {
  await runAsAdmin(adminUrl, `create database "${name}" template ${TEMPLATE} strategy file_copy`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runAsAdmin(adminUrl, `drop database if exists "${name}" with (force)`) };
}

async function runAsAdmin(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(adminUrl);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
