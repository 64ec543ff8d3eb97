import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "../../../apps/server/src/platform/db/embedded/embedded-postgres.ts";
import { migrateDatabase, schemaVersion } from "../../../apps/server/src/platform/db/migrate.ts";

/** What a server notices while another one changes a table with ten million rows. The database is on the disk, with PostgreSQL's own settings. */

const EVENTS = Number(process.env.EVENTS ?? 10_000_000);
const EVENTS_OF_CALL = 1_000;
const MIGRATIONS = fileURLToPath(new URL("../../../apps/server/drizzle", import.meta.url));

let folder: string;
let url: string;
let stop: () => Promise<void>;
const clients: pg.Client[] = [];

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  clients.push(client);
  return client;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "callwright-events-"));
  const postgres = await startEmbeddedPostgres({ clusterDir: path.join(folder, "postgres"), log: pino({ level: "silent" }) });
  stop = () => postgres.stop();
  url = postgres.url("postgres");
  await migrate(MIGRATIONS);
  const client = await connect();
  // Neither triggers nor foreign keys are looked at.
  await client.query("set session_replication_role = replica");
  await client.query(`insert into call (id, org_id, created_at, updated_at, type, status, assistant, room_secret_hash, node_id, lease_expires_at)
    select 'call-' || n, 'org', now(), now(), 'webCall', 'ended', '{}', 'hash', 'node', now() from generate_series(1, ${EVENTS / EVENTS_OF_CALL}) n`);
  await client.query(`insert into call_event (call_id, org_id, seq, at_ms, type, payload)
    select call.id, 'org', n, n * 100, (array['user.said', 'assistant.said', 'turn.measured', 'tool.called'])[n % 4 + 1],
      jsonb_build_object('text', 'I would like to know when you open on Sunday, please.', 'turn', n) from call, generate_series(1, ${EVENTS_OF_CALL}) n`);
  await client.query("vacuum analyze call_event");
}, 3_600_000);
afterAll(async () => {
  for (const client of clients) await client.end();
  await stop();
  await rm(folder, { recursive: true, force: true });
});

async function migrate(migrations: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  await migrateDatabase(pool, migrations);
  await pool.end();
}

/** This release's migrations, and those that the texts add. */
async function folderWith(texts: readonly string[]): Promise<string> {
  const target = await mkdtemp(path.join(folder, "migrations-"));
  await cp(MIGRATIONS, target, { recursive: true });
  const file = path.join(target, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8")) as { entries: { when: number; tag: string }[] };
  for (const [index, text] of texts.entries()) {
    journal.entries.push({ ...journal.entries.at(-1), when: schemaVersion() + index + 1, tag: `next-${index}` });
    await writeFile(path.join(target, `next-${index}.sql`), text);
  }
  await writeFile(file, JSON.stringify(journal));
  return target;
}

interface Noticed {
  /** Events that were written, each with a read of its call, from the beginning to the end of the work. */
  writes: number;
  longestMs: number;
  workMs: number;
}

let seq = EVENTS_OF_CALL;

/** Writes an event and reads those of its call, again and again, while `work` runs. */
async function noticeWhile(work: () => Promise<unknown>): Promise<Noticed> {
  const client = await connect();
  let isWorking = true;
  const began = performance.now();
  const working = work().finally(() => {
    isWorking = false;
  });
  const noticed = { writes: 0, longestMs: 0 };
  while (isWorking) {
    const before = performance.now();
    await client.query(
      "insert into call_event (call_id, org_id, seq, at_ms, type, payload) values ('call-7', 'org', $1, 0, 'user.said', '{}')",
      [++seq],
    );
    await client.query("select * from call_event where call_id = 'call-7' order by seq desc limit 20");
    noticed.longestMs = Math.max(noticed.longestMs, performance.now() - before);
    if (isWorking) noticed.writes += 1;
  }
  await working;
  return { ...noticed, workMs: performance.now() - began };
}

const say = (name: string, { writes, longestMs, workMs }: Noticed) =>
  process.stdout.write(
    `${name}: ${(workMs / 1000).toFixed(1)} s, ${writes} writes meanwhile, the longest took ${longestMs.toFixed(0)} ms\n`,
  );

test(`a table with ${EVENTS} rows is used while it gets a column and an index`, async () => {
  const online = await noticeWhile(async () =>
    migrate(
      await folderWith([
        `ALTER TABLE "call_event" ADD COLUMN "speaker" text;`,
        `DROP INDEX CONCURRENTLY IF EXISTS "call_event_type";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "call_event_type" ON "call_event" USING btree ("org_id","type");`,
      ]),
    ),
  );
  say("By the rules of migrations", online);
  const client = await connect();
  const index = "select indisvalid from pg_index where indexrelid = 'call_event_type'::regclass";
  expect((await client.query(index)).rows).toEqual([{ indisvalid: true }]);
  // What the rules forbid, for comparison.
  const locked = await noticeWhile(() => client.query(`create index "call_event_locked" on "call_event" ("org_id", "type")`));
  say("With CREATE INDEX", locked);
  expect(online.writes).toBeGreaterThan(100 * (locked.writes + 1));
});
