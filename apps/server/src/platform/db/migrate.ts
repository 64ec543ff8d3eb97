import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import type pg from "pg";
import { StartError } from "../config/start-error.ts";

/** The same folder, seen from `src/db` and from `dist/db`. */
const MIGRATIONS = fileURLToPath(new URL("../../../drizzle", import.meta.url));
/** Any number, the same in every server: PostgreSQL's advisory lock while the schema changes. */
const MIGRATION_LOCK = 72_019_001;
/** How often a server looks whether another one has finished its migrations. */
const LOCK_POLL_MS = 250;

/** How long a migration waits for a table that others use. All who want the table meanwhile wait behind it. */
const TABLE_WAIT_MS = 2_000;
/** Between two tries of a migration, so that the others go on. */
const TABLE_PAUSE_MS = 1_000;
const TABLE_TRIES = 60;
/** PostgreSQL's code for a lock that was not to be had in time. */
export const LOCK_NOT_AVAILABLE = "55P03";

/** The last commit that updates databases from before the oldest migration in the folder. */
export const LAST_COMMIT_FOR_OLDER = "6e1c6e7935";

/**
 * Bring the schema up to date, while servers of the previous release may go on using it. One server at a time; the others wait. A migration is whole or not there;
 * when one fails, those before it stay. Fails with a `StartError` when the schema is newer or too old, or a table stays locked.
 * `folder` has the migrations. Default: those of this release.
 */
export async function migrateDatabase(pool: pg.Pool, folder = MIGRATIONS): Promise<void> {
  const client = await pool.connect();
  try {
    // Neither the building of an index nor a new database has a limit.
    await client.query("set statement_timeout = 0");
    await takeMigrationLock(client);
    const version = await requireKnownSchema(client, folder);
    if (version === 0) await inTransaction(client, () => makeSchema(client, readMigrations(folder)));
    else
      for (const migration of readMigrations(folder).filter(({ folderMillis }) => folderMillis > version))
        await (isConcurrent(migration) ? applyConcurrently(client, migration) : applyInTurn(client, migration));
  } finally {
    // Closed, not given back: with the connection the lock ends, whatever happened on it.
    client.release(true);
  }
}

/** Asked for again and again: `CREATE INDEX CONCURRENTLY` waits for every statement that began before it, also for one that waits for this lock. */
async function takeMigrationLock(client: pg.ClientBase): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [MIGRATION_LOCK]);
    if (rows[0]?.taken) return;
    await delay(LOCK_POLL_MS);
  }
}

const CONCURRENT = /^(?:\s|--.*\n)*(?:CREATE (?:UNIQUE )?INDEX|DROP INDEX) CONCURRENTLY\b/i;

/** One that makes or drops indexes beside those who write, and does nothing else. It cannot run in a transaction. */
export const isConcurrent = ({ sql }: Pick<MigrationMeta, "sql">): boolean =>
  sql.every((statement) => CONCURRENT.test(statement));

/** A part of it may be there from a server that was stopped: such a migration drops what it makes first. */
async function applyConcurrently(client: pg.ClientBase, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) await client.query(statement);
  await note(client, migration);
}

/** In a transaction that gives way to those who use its tables, and tries again. */
async function applyInTurn(client: pg.ClientBase, migration: MigrationMeta): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await inTransaction(client, async () => {
        await client.query(`set local lock_timeout = ${TABLE_WAIT_MS}`);
        await apply(client, [migration]);
      });
    } catch (cause) {
      if ((cause as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw cause;
      if (tries === TABLE_TRIES)
        throw new StartError(
          "The tables cannot be changed, because a transaction of another program keeps one of them locked. End it (PostgreSQL lists it in pg_stat_activity), then start again.",
          { cause },
        );
      await delay(TABLE_PAUSE_MS);
    }
  }
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** The time of the newest applied migration, as `schemaVersion`; 0 when there is none. Fails when this release cannot use the schema. */
export async function requireKnownSchema(client: pg.ClientBase, folder = MIGRATIONS): Promise<number> {
  const { rows } = await client.query<{ found: string | null }>("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (!rows[0]?.found) return 0;
  const applied = await client.query<{ at: string | null }>("select max(created_at) as at from drizzle.__drizzle_migrations");
  const version = Number(applied.rows[0]?.at ?? 0);
  if (version > schemaVersion(folder))
    throw new StartError(
      "The database was last used by a newer release of Callwright. Start that release, or restore a backup made with this one.",
    );
  if (version > 0 && version < oldestSchemaVersion())
    throw new StartError(
      `The database is too old for this release of Callwright. Start commit ${LAST_COMMIT_FOR_OLDER} once, which updates it, then start this release again.`,
    );
  return version;
}

/** The time of the oldest migration. Databases from before it cannot be updated. */
export function oldestSchemaVersion(): number {
  return Math.min(...migrationTimes());
}

/** This release's schema: the time of its newest migration in epoch ms, which is how drizzle notes what was applied. */
export function schemaVersion(folder = MIGRATIONS): number {
  return Math.max(...migrationTimes(folder));
}

function migrationTimes(folder = MIGRATIONS): number[] {
  return readMigrations(folder).map(({ folderMillis }) => folderMillis);
}

const readMigrations = (folder: string) => readMigrationFiles({ migrationsFolder: folder });

/**
 * Creates the schema of `version` in an empty database, in the transaction of `client`; `updateSchema` continues from there. False if this release
 * does not know that version.
 */
export async function makeSchemaOf(client: pg.ClientBase, version: number): Promise<boolean> {
  const migrations = readMigrations(MIGRATIONS).filter(({ folderMillis }) => folderMillis <= version);
  if (migrations.at(-1)?.folderMillis !== version) return false;
  await makeSchema(client, migrations);
  return true;
}

/** In an empty database. The table is the one that drizzle's own migrator would make. */
async function makeSchema(client: pg.ClientBase, migrations: MigrationMeta[]): Promise<void> {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  await apply(client, migrations);
}

/** Bring the schema of `version` up to date, in the transaction of `client`, in a database that nobody else uses. */
export async function updateSchema(client: pg.ClientBase, version: number): Promise<void> {
  await apply(
    client,
    readMigrations(MIGRATIONS).filter(({ folderMillis }) => folderMillis > version),
  );
}

async function apply(client: pg.ClientBase, migrations: MigrationMeta[]): Promise<void> {
  for (const migration of migrations) {
    for (const statement of migration.sql)
      await client.query(isConcurrent(migration) ? statement.replace(/ CONCURRENTLY\b/i, "") : statement);
    await note(client, migration);
  }
}

async function note(client: pg.ClientBase, { hash, folderMillis }: MigrationMeta): Promise<void> {
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, folderMillis]);
}
