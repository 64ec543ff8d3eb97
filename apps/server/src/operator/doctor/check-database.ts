import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CALL_LEASE_RENEW_MS, type HeldKind } from "@callwright/contract";
import type pg from "pg";
import type { Config } from "../../platform/config/config.ts";
import { importPostgresBinaries, POSTGRES_MAJOR } from "../../platform/db/embedded/binaries.ts";
import { runningPostgresUrl } from "../../platform/db/embedded/embedded-postgres.ts";
import { requireKnownSchema, schemaVersion } from "../../platform/db/migrate.ts";
import { EMBEDDED_DATABASE } from "../../platform/db/open-database.ts";
import { connect } from "../backup/open-connection.ts";
import { sentenceOf } from "./check-machine.ts";
import { checkEndings } from "./check-names.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const OLDEST_POSTGRES = 14;

/** The database and this machine's clock against it. Reads only. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseUrlDirect, dataDir } = config;
  const clusterDir = join(dataDir, "postgres");
  const url = databaseUrl ?? runningPostgresUrl(clusterDir, EMBEDDED_DATABASE);
  if (!url) return [await checkStoppedCluster(clusterDir)];
  const findings = await withClient(url, "DATABASE_URL", async (client) => [
    await checkSchema(client),
    await checkClock(client),
    ...(await checkHeld(client)),
    ...(await checkEndings(client, config, Date.now())),
  ]);
  if (databaseUrlDirect === undefined) return findings;
  const direct = await withClient(databaseUrlDirect, "DATABASE_URL_DIRECT", async (client) => {
    await client.query("select 1");
    return [ok("Direct database", "DATABASE_URL_DIRECT answers.")];
  });
  return [...findings, ...direct];
}

async function withClient(url: string, variable: string, check: (client: pg.Client) => Promise<Finding[]>): Promise<Finding[]> {
  try {
    const { client, close } = await connect(url, variable);
    return await check(client).finally(close);
  } catch (error) {
    return [problem(variable === "DATABASE_URL" ? "Database" : "Direct database", sentenceOf(error))];
  }
}

/** The embedded database runs only while its server does. */
async function checkStoppedCluster(clusterDir: string): Promise<Finding> {
  try {
    await importPostgresBinaries();
  } catch (error) {
    return problem("Database", sentenceOf(error));
  }
  const versionFile = join(clusterDir, "PG_VERSION");
  if (!existsSync(versionFile)) return ok("Database", "The first start creates the embedded one.");
  const major = readFileSync(versionFile, "utf8").trim();
  if (major !== POSTGRES_MAJOR)
    return problem(
      "Database",
      `${clusterDir} is of PostgreSQL ${major}, and this release contains ${POSTGRES_MAJOR}. Restore a backup into an empty DATA_DIR.`,
    );
  return ok("Database", "The embedded one starts with the server. Run this again while the server runs to check its tables.");
}

async function checkSchema(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ version: number; may_create: boolean }>(
    "select current_setting('server_version_num')::int / 10000 as version, has_database_privilege(current_database(), 'CREATE') as may_create",
  );
  const { version = 0, may_create: mayCreate = false } = rows[0] ?? {};
  if (version < OLDEST_POSTGRES) return problem("Database", `It is PostgreSQL ${version}. Use ${OLDEST_POSTGRES} or newer.`);
  if (!mayCreate) return problem("Database", "Its role may not create schemas. Grant it CREATE on the database.");
  const applied = await requireKnownSchema(client);
  if (applied === 0) return ok("Database", `PostgreSQL ${version} answers. The first start creates the tables.`);
  if (applied < schemaVersion())
    return warning("Database", "Its tables are of an older release. Make a backup; the next start updates them.");
  return ok("Database", `PostgreSQL ${version} answers, and its tables are up to date.`);
}

/** The work that a restore holds. Empty for a database that was not restored, or that an older release created. */
async function checkHeld(client: pg.Client): Promise<Finding[]> {
  const { rows: tables } = await client.query<{ found: string | null }>("select to_regclass('public.held_kind') as found");
  if (!tables[0]?.found) return [];
  const { rows } = await client.query<{ kind: HeldKind }>("select kind from held_kind where resumed_at is null order by kind");
  if (rows.length === 0) return [];
  const kinds = rows.map(({ kind }) => HELD_WORDS[kind]).join(", ");
  return [
    warning(
      "Restore",
      `Held since the restore: ${kinds}. Resume them at /server/restore of the server, with the code of npm run restore:code.`,
    ),
  ];
}

const HELD_WORDS: Record<HeldKind, string> = {
  campaigns: "campaigns",
  scheduledCalls: "scheduled calls",
  webhooks: "webhooks",
  mails: "mails",
  carriers: "carriers",
  jobs: "analysis and jobs",
  purge: "purge of old data",
};

/** Nodes compare the leases of calls with their own clocks. */
async function checkClock(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ ms: number }>("select extract(epoch from clock_timestamp())::float8 * 1000 as ms");
  const after = Date.now();
  return clockFinding(Number(rows[0]?.ms), before, after);
}

/** The database read its clock at `databaseMs`, between `before` and `after` on this machine. */
export function clockFinding(databaseMs: number, before: number, after: number): Finding {
  const offMs = Math.max(before - databaseMs, databaseMs - after, 0);
  if (offMs <= CALL_LEASE_RENEW_MS) return ok("Clock", "It agrees with the database's.");
  const seconds = Math.round(offMs / 1000);
  return problem(
    "Clock",
    `It differs from the database's by ${seconds} s. Synchronize both (NTP): running calls could end early.`,
  );
}
