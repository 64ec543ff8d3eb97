import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { runClusterUrl } from "../../testing/postgres-cluster.ts";
import { StartError } from "../config/start-error.ts";
import { LAST_COMMIT_FOR_OLDER, makeSchemaOf, migrateDatabase, oldestSchemaVersion, schemaVersion } from "./migrate.ts";

const adminUrl = runClusterUrl() ?? "";
const pools: pg.Pool[] = [];
const names: string[] = [];
let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client(adminUrl);
  await admin.connect();
});
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end();
  for (const name of names.splice(0)) await admin.query(`drop database "${name}" with (force)`);
});
afterAll(() => admin.end());

async function emptyDatabase(): Promise<() => pg.Pool> {
  const name = `migrate_${randomUUID()}`;
  await admin.query(`create database "${name}"`);
  names.push(name);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return () => {
    const pool = new pg.Pool({ connectionString: url.href, max: 2 });
    // The end of the database may come before the end of a connection.
    pool.on("error", () => {});
    pools.push(pool);
    return pool;
  };
}

test("servers that start at once on an empty database all find it migrated", async () => {
  const open = await emptyDatabase();
  const servers = [open(), open(), open(), open()];
  await Promise.all(servers.map((pool) => migrateDatabase(pool)));
  const { rows } = await open().query("select table_schema || '.' || table_name as name from information_schema.tables");
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["public.assistant", "public.call_event", "auth.user", "auth.member"]),
  );
});

test("a schema that a newer release made is refused, and left alone", async () => {
  const open = await emptyDatabase();
  const pool = open();
  await migrateDatabase(pool);
  await pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 99999999999999)");
  await expect(migrateDatabase(pool)).rejects.toThrow(/newer release of Callwright\. Start that release/);
});

test("a database at the oldest migration is updated, and keeps its rows", async () => {
  const open = await emptyDatabase();
  const pool = open();
  const client = await pool.connect();
  expect(await makeSchemaOf(client, oldestSchemaVersion())).toBe(true);
  await client.query(`insert into assistant (id, org_id, created_at, updated_at, config, latest_version)
    values ('a', 'o', now(), now(), '{"name": "Kept"}', 1)`);
  client.release();
  await migrateDatabase(pool);
  const { rows } = await pool.query("select search_text from assistant");
  expect(rows).toEqual([{ search_text: expect.stringContaining("kept") }]);
  const { rows: applied } = await pool.query("select max(created_at) as at from drizzle.__drizzle_migrations");
  expect(Number(applied[0].at)).toBe(schemaVersion());
});

test("a database from before the oldest migration is refused with the commit that updates it, and left alone", async () => {
  const open = await emptyDatabase();
  const pool = open();
  await pool.query("create schema drizzle");
  await pool.query("create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)");
  await pool.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('older', ${oldestSchemaVersion() - 1})`);
  await pool.query("create table assistant (id text primary key)");
  await expect(migrateDatabase(pool)).rejects.toThrow(
    new StartError(
      `The database is too old for this release of Callwright. Start commit ${LAST_COMMIT_FOR_OLDER} once, which updates it, then start this release again.`,
    ),
  );
  const { rows } = await pool.query("select table_name from information_schema.tables where table_schema = 'public'");
  expect(rows).toEqual([{ table_name: "assistant" }]);
});

test("lists are read by their index, not sorted", async () => {
  const open = await emptyDatabase();
  const pool = open();
  await migrateDatabase(pool);
  const client = await pool.connect();
  await client.query("set enable_seqscan = off");
  await client.query("set enable_bitmapscan = off");
  for (const [index, condition] of [
    ["assistant_list", "from assistant where org_id = 'o'"],
    ["call_by_customer", "from call where org_id = 'o' and details #>> '{customer,number}' in ('+12025550101')"],
  ] as const) {
    const { rows } = await client.query(
      `explain select * ${condition} and deleted_at is null order by created_at desc, id desc limit 100`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toContain(`Index Scan using ${index}`);
    expect(plan).not.toContain("Sort");
  }
  client.release();
});
