import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { expect, test } from "vitest";
import { parseConfig } from "../config.ts";
import { createTestDatabase, runClusterUrl } from "../testing/postgres-cluster.ts";
import { openDatabase } from "./open-database.ts";

test("calls reach the database while searches hold every other connection", async () => {
  const database = await createTestDatabase(runClusterUrl() ?? "", `calls_${randomUUID()}`);
  const { db, callDb, close } = await openDatabase(parseConfig({ DATABASE_URL: database.url }), pino({ level: "silent" }));
  try {
    let searches: Promise<unknown>[] = [];
    await callDb.transaction(async (holder) => {
      await holder.execute(sql`select pg_advisory_xact_lock(1)`);
      // More than there are connections: each waits for the lock, and the last for a connection.
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
