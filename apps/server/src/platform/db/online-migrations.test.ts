import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, openTestCluster, type TestCluster } from "../../testing/postgres-cluster.ts";
import { isConcurrent, makeSchemaOf, migrateDatabase, schemaVersion } from "./migrate.ts";

/** Migrations while servers use the database. The rules: CONTRIBUTING.md#migrations. */

const MIGRATIONS = fileURLToPath(new URL("../../../drizzle", import.meta.url));
/** The last migration from before there were rules, `0026_token-compat`. */
const LAST_WITHOUT_RULES = 1_795_954_460_561;
const WAIT = { timeout: 30_000 };

let cluster: TestCluster;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  cluster = await openTestCluster();
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});
afterAll(() => cluster.stop());

interface Database {
  url: string;
  connect: () => Promise<pg.Client>;
}

function databaseAt(url: string): Database {
  return {
    url,
    connect: async () => {
      const client = new pg.Client(url);
      client.on("error", () => {});
      await client.connect();
      closing.push(() => client.end());
      return client;
    },
  };
}

const newName = () => `online_${randomUUID().replaceAll("-", "")}`;

/** A database with the schema of this release. */
async function newDatabase(): Promise<Database> {
  const { url, drop } = await createTestDatabase(cluster.adminUrl, newName());
  closing.push(drop);
  return databaseAt(url);
}

/** One without tables. */
async function emptyDatabase(): Promise<Database> {
  const name = newName();
  const admin = await databaseAt(cluster.adminUrl).connect();
  await admin.query(`create database ${name}`);
  closing.push(() => admin.query(`drop database ${name} with (force)`));
  const url = new URL(cluster.adminUrl);
  url.pathname = `/${name}`;
  return databaseAt(url.href);
}

function poolOf({ url }: Database): pg.Pool {
  const pool = new pg.Pool({ connectionString: url });
  closing.push(() => pool.end());
  return pool;
}

const migrations = () => readMigrationFiles({ migrationsFolder: MIGRATIONS });
const TABLES = "select schemaname || '.' || relname as name from pg_stat_user_tables";

/** The tables of a database that these statements read from the first row to the last, or write again. They are not kept. */
async function tablesRead({ connect }: Database, statements: readonly string[]): Promise<string[]> {
  // A connection of its own: PostgreSQL counts by connection.
  const client = await connect();
  const known = (await client.query<{ name: string }>(TABLES)).rows.map(({ name }) => name);
  await client.query("begin");
  for (const statement of statements) await client.query(statement);
  const { rows } = await client.query<{ name: string }>(
    "select schemaname || '.' || relname as name from pg_stat_xact_user_tables where seq_scan > 0 order by 1",
  );
  await client.query("rollback");
  return rows.flatMap(({ name }) => (known.includes(name) ? [name.replace(/^public\./, "")] : []));
}

/** The database that a migration finds. */
async function databaseBefore({ folderMillis }: MigrationMeta): Promise<Database> {
  const database = await emptyDatabase();
  const before = migrations().filter((each) => each.folderMillis < folderMillis);
  expect(await makeSchemaOf(await database.connect(), before.at(-1)?.folderMillis ?? 0)).toBe(true);
  return database;
}

/** Tables that a migration says it may read whole, as they are small on every server: `-- small tables: assistant, squad`. */
const smallTables = ({ sql }: MigrationMeta) =>
  [...sql.join("\n").matchAll(/^-- small tables: (.+)$/gm)].flatMap(([, names = ""]) => names.split(", "));

test("a migration makes indexes concurrently, or reads no table whole but small ones that it names", async () => {
  for (const migration of migrations().filter(({ folderMillis }) => folderMillis > LAST_WITHOUT_RULES)) {
    if (isConcurrent(migration)) continue;
    const read = (await tablesRead(await databaseBefore(migration), migration.sql)).filter(
      (name) => !smallTables(migration).includes(name),
    );
    expect(read, migration.sql.join("\n")).toEqual([]);
    expect(
      migration.sql.filter((statement) => /\bconcurrently\b/i.test(statement)),
      "they belong into a migration of their own",
    ).toEqual([]);
  }
});

test("the rule notices what keeps a large table busy", async () => {
  const database = await newDatabase();
  const read = (...statements: string[]) => tablesRead(database, statements);
  expect(await read(`create index "slow" on "call_event" ("type")`)).toEqual(["call_event"]);
  expect(await read(`alter table "call" add column "more" integer generated always as (length(type)) stored`)).toEqual(["call"]);
  expect(await read(`update "call" set "type" = 'x'`)).toEqual(["call"]);
  expect(await read(`alter table "chat" alter column "org_id" type varchar(100)`)).toEqual(["chat"]);
  expect(await read(`alter table "call" add constraint "few" check (length(type) < 100)`)).toEqual(["call"]);
  expect(await read(`alter table "call" add column "more" text`)).toEqual([]);
  expect(await read(`alter table "call" add column "more" integer not null default 0`)).toEqual([]);
  expect(await read(`alter table "call" add constraint "few" check (length(type) < 100) not valid`)).toEqual([]);
  expect(
    await read(`create table "more" ("call_id" text references "call" ("id"))`, `create index "of_call" on "more" ("call_id")`),
  ).toEqual([]);
});

/** This release's migrations, and then these. */
async function folderWith(...texts: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "callwright-migrations-"));
  closing.push(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS, folder, { recursive: true });
  const file = join(folder, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8")) as { entries: { when: number; tag: string }[] };
  for (const [index, text] of texts.entries()) {
    const tag = `next-${index}`;
    journal.entries.push({ ...journal.entries.at(-1), when: schemaVersion() + index + 1, tag });
    await writeFile(join(folder, `${tag}.sql`), text);
  }
  await writeFile(file, JSON.stringify(journal));
  return folder;
}

const INDEX = `DROP INDEX CONCURRENTLY IF EXISTS "call_event_type";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "call_event_type" ON "call_event" ("type");`;

test("an index is made concurrently, by one of two servers that start, and over what a stopped one has left", async () => {
  const database = await newDatabase();
  const client = await database.connect();
  // It is not the index of the migration, and has its name.
  await client.query(`create index "call_event_type" on "call_event" ("org_id")`);
  const folder = await folderWith(INDEX, `ALTER TABLE "call_event" ADD COLUMN "more" text;`);
  await Promise.all([migrateDatabase(poolOf(database), folder), migrateDatabase(poolOf(database), folder)]);
  const { rows } = await client.query("select indexdef from pg_indexes where indexname = 'call_event_type'");
  expect(rows).toEqual([{ indexdef: expect.stringContaining("(type)") }]);
  const applied = await client.query("select created_at from drizzle.__drizzle_migrations order by created_at desc limit 2");
  expect(applied.rows.map(({ created_at }) => Number(created_at))).toEqual([schemaVersion() + 2, schemaVersion() + 1]);
});

test("in a new database, indexes are made with everything else", async () => {
  const database = await emptyDatabase();
  const client = await database.connect();
  await migrateDatabase(poolOf(database), await folderWith(INDEX));
  const { rows } = await client.query("select indexdef from pg_indexes where indexname = 'call_event_type'");
  expect(rows).toHaveLength(1);
});

test("a migration that waits for a table lets others use it, and is tried again", async () => {
  const database = await newDatabase();
  const [user, other, watcher] = [await database.connect(), await database.connect(), await database.connect()];
  await user.query("begin");
  await user.query("select count(*) from call");
  let isDone = false;
  const migrating = migrateDatabase(poolOf(database), await folderWith(`ALTER TABLE "call" ADD COLUMN "more" text;`)).then(() => {
    isDone = true;
  });
  const waits = "select 1 from pg_locks where relation = 'call'::regclass and not granted";
  await vi.waitUntil(async () => (await watcher.query(waits)).rowCount === 1, WAIT);
  // It stands behind the migration, and goes on before the transaction ends.
  await other.query("select count(*) from call");
  expect(isDone).toBe(false);
  await user.query("commit");
  await migrating;
  await other.query(`select "more" from call`);
});
