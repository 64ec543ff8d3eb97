import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, runClusterUrl } from "../../testing/postgres-cluster.ts";
import { connectDatabase, type DatabaseConnection } from "./connect.ts";
import { isStatementTimeout } from "./database-retry.ts";

let connection: DatabaseConnection;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let admin: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase(runClusterUrl() ?? "", `connect_${randomUUID()}`);
  connection = connectDatabase(database.url, pino({ level: "silent" }));
  admin = new pg.Pool({ connectionString: database.url, application_name: "admin" });
  admin.on("error", () => {});
});
afterAll(async () => {
  await admin.end();
  await database.drop();
});

/** End every connection of the pool, as a restart of PostgreSQL does. */
async function cutConnections(): Promise<void> {
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = ''",
  );
}

test("connections that are lost while they are used leave the pool whole, and it can be closed", async () => {
  const { db, pool } = connection;
  // Loses the connections in the middle of transactions, between two of their queries.
  const inTheMiddle = Array.from({ length: 5 }, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await cutConnections();
      await tx.execute(sql`select 2`);
    }),
  );
  expect((await Promise.allSettled(inTheMiddle)).map(({ status }) => status)).toContain("rejected");

  // Loses the connection at the `begin`, after the pool has handed the client out.
  pool.once(
    "acquire",
    (client) => void (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream.destroy(),
  );
  await expect(db.transaction(async (tx) => tx.execute(sql`select 1`))).rejects.toThrow();

  const all = Array.from({ length: 10 }, () => db.transaction(async (tx) => (await tx.execute(sql`select 1 as one`)).rows));
  expect(await Promise.all(all)).toEqual(Array(10).fill([{ one: 1 }]));
  await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 30_000 }).toBe(0);
  await connection.close();
});

test("a statement that runs too long is ended, and its connection is of use again", async () => {
  const other = await createTestDatabase(runClusterUrl() ?? "", `limit_${randomUUID()}`);
  const limited = connectDatabase(other.url, pino({ level: "silent" }), { statementMaxMs: 50 });
  try {
    const thrown: unknown = await limited.db.execute(sql`select pg_sleep(60)`).catch((error: unknown) => error);
    expect(isStatementTimeout(thrown)).toBe(true);
    expect((await limited.db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  } finally {
    await limited.close();
    await other.drop();
  }
});
