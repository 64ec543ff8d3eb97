import { fileURLToPath } from "node:url";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type pg from "pg";
import { StartError } from "../config/start-error.ts";

/** The same folder, seen from `src/db` and from `dist/db`. */
const MIGRATIONS = fileURLToPath(new URL("../../../drizzle", import.meta.url));
/** Any number, the same in every server: PostgreSQL's advisory lock while the schema changes. */
const MIGRATION_LOCK = 72_019_001;

/** The last commit that updates databases from before the oldest migration in the folder. */
export const LAST_COMMIT_FOR_OLDER = "6e1c6e7935";

/** Bring the schema up to date. One server at a time; the others wait. Refuses a schema that is newer or too old. */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    // Neither waiting for another server nor rewriting a large table has a limit.
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await requireKnownSchema(client);
    await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  } finally {
    // Closed, not given back: with the connection the lock ends, whatever happened on it.
    client.release(true);
  }
}

/** The time of the newest applied migration, as `schemaVersion`; 0 when there is none. Fails when this release cannot use the schema. */
export async function requireKnownSchema(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ found: string | null }>("select to_regclass('drizzle.__drizzle_migrations') as found");
  if (!rows[0]?.found) return 0;
  const applied = await client.query<{ at: string | null }>("select max(created_at) as at from drizzle.__drizzle_migrations");
  const version = Number(applied.rows[0]?.at ?? 0);
  if (version > schemaVersion())
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
export function schemaVersion(): number {
  return Math.max(...migrationTimes());
}

function migrationTimes(): number[] {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS }).map(({ folderMillis }) => folderMillis);
}

/**
 * Make the schema as it was at `version`, in an empty database and in the transaction of `client`; `updateSchema` goes on from there. False when
 * this release does not know that version.
 */
export async function makeSchemaOf(client: pg.ClientBase, version: number): Promise<boolean> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS }).filter(({ folderMillis }) => folderMillis <= version);
  if (migrations.at(-1)?.folderMillis !== version) return false;
  // The table is the one drizzle's own migrator would make.
  await client.query("create schema drizzle");
  await client.query("create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)");
  await apply(client, migrations);
  return true;
}

/** Bring the schema of `version` up to date, in the transaction of `client`. */
export async function updateSchema(client: pg.ClientBase, version: number): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: MIGRATIONS });
  await apply(
    client,
    migrations.filter(({ folderMillis }) => folderMillis > version),
  );
}

async function apply(client: pg.ClientBase, migrations: MigrationMeta[]): Promise<void> {
  for (const { sql, hash, folderMillis } of migrations) {
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [hash, folderMillis]);
  }
}
