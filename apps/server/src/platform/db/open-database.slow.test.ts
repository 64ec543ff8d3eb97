import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createTestDatabase, runClusterUrl } from "../../testing/postgres-cluster.ts";
import { parseConfig } from "../config/config.ts";
import { startEmbeddedPostgres } from "./embedded/embedded-postgres.ts";
import { migrateDatabase } from "./migrate.ts";
import { EMBEDDED_DATABASE, ensureDatabase, openDatabase } from "./open-database.ts";

test("calls reach the database while searches hold every other connection", async () => {
  const database = await createTestDatabase(runClusterUrl() ?? "", `calls_${randomUUID()}`);
  const { db, callDb, close } = await openDatabase(parseConfig({ DATABASE_URL: database.url }), pino({ level: "silent" }));
  try {
    let searches: Promise<unknown>[] = [];
    await callDb.transaction(async (holder) => {
      await holder.execute(sql`select pg_advisory_xact_lock(1)`);
      // More searches than connections: each search waits for the lock, and the last one for a connection.
      searches = Array.from({ length: 11 }, () =>
        db.transaction((tx) => tx.execute(sql`select pg_advisory_xact_lock_shared(1)`)),
      );
      const waiting = sql`select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await expect.poll(async () => (await callDb.execute(waiting)).rows, { timeout: 30_000 }).toEqual([{ count: 10 }]);
      expect((await callDb.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
    });
    await Promise.all(searches);
  } finally {
    await close();
    await database.drop();
  }
});

test("the server works in its own database as a role that cannot leave it, also where an earlier release was the superuser", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "callwright-role-"));
  const log = pino({ level: "silent" });
  try {
    const postgres = await startEmbeddedPostgres({ clusterDir: join(dataDir, "postgres"), log });
    await ensureDatabase(postgres);
    const before = new pg.Pool({ connectionString: postgres.url(EMBEDDED_DATABASE), max: 2 });
    await migrateDatabase(before);
    await before.query("insert into auth.organization (id, name, slug, created_at) values ('o1', 'kept', 'kept', now())");
    await before.end();
    await postgres.stop();

    const { pool, close } = await openDatabase({ ...parseConfig({}), dataDir }, log);
    try {
      expect((await pool.query("select name from auth.organization")).rows).toEqual([{ name: "kept" }]);
      await expect(pool.query("select pg_read_file('/etc/passwd')")).rejects.toThrow("permission denied");
      await expect(pool.query("copy (select 1) to program 'true'")).rejects.toThrow("permission denied");
      await expect(pool.query("set role callwright")).rejects.toThrow("permission denied");
      const { rows } = await pool.query(`select relname from pg_class where relowner <> current_user::regrole
        and relnamespace in ('public'::regnamespace, 'auth'::regnamespace, 'drizzle'::regnamespace)`);
      expect(rows).toEqual([]);
      // The objects that later migrations need.
      await pool.query("create table auth.later (n int); alter table call add later int; drop function notice_of_user cascade");
    } finally {
      await close();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});
