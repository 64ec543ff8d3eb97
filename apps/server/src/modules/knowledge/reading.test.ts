import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLogger } from "../../platform/config/logger.ts";
import { connectDatabase, type DatabaseConnection } from "../../platform/db/connect.ts";
import { NOTHING_HELD } from "../../platform/held/held-work.ts";
import { type JobBoss, startJobBoss } from "../../platform/jobs/job-boss.ts";
import { createTestDatabase, openTestCluster, type TestCluster } from "../../testing/postgres-cluster.ts";
import { startFileReading } from "./reading.ts";
import type { Unread } from "./search/unread.ts";
import { file } from "./tables.ts";

const log = createLogger({ logLevel: "silent" });
/** Long enough for a busy machine. */
const WAIT = { timeout: 30_000 };

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await openTestCluster();
});
afterAll(() => cluster.stop());

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: DatabaseConnection;
let node: JobBoss;
beforeEach(async () => {
  database = await createTestDatabase(cluster.adminUrl, `reading_${randomUUID()}`);
  connection = connectDatabase(database.url, log);
  node = await startJobBoss(database.url, log);
});
afterEach(async () => {
  await node.close();
  await connection.close();
  await database.drop();
});

/** A file that waits for its text to be read, without a job. */
async function insertFile(id: string, orgId: string, state: object = { status: "processing" }): Promise<Unread> {
  const at = new Date();
  await connection.db.insert(file).values({ id, orgId, createdAt: at, updatedAt: at, config: {}, state: { ...state } });
  return { orgId, id };
}

const statesOf = async () =>
  Object.fromEntries((await connection.db.select().from(file)).map(({ id, state }) => [id, state.status]));

/** Reads a file when the test says so. */
function heldReader() {
  const begun: string[] = [];
  const held = new Map<string, () => void>();
  const read = ({ id }: Unread) => {
    begun.push(id);
    return new Promise<void>((resolve) => held.set(id, resolve));
  };
  const finish = (id: string) => held.get(id)?.();
  const finishAll = () => {
    for (const end of held.values()) end();
  };
  return { begun, read, finish, finishAll };
}

const start = (read: Parameters<typeof startFileReading>[0]["read"]) =>
  startFileReading({ boss: node.boss, db: connection.db, held: NOTHING_HELD, log, now: () => new Date(), read });

test("the files of one organization do not hold up those of another", async () => {
  const reader = heldReader();
  const reading = await start(reader.read);
  const add = async (id: string, orgId: string) => reading.add(connection.db, await insertFile(id, orgId));
  await add("pdf-1", "busy");
  // Two free workers could each take a file of the organization, and only one of them reads.
  await expect.poll(() => reader.begun, WAIT).toEqual(["pdf-1"]);
  for (const id of ["pdf-2", "pdf-3"]) await add(id, "busy");
  await add("text", "other");
  await expect.poll(() => reader.begun, WAIT).toEqual(["pdf-1", "text"]);
  await add("letter", "third");
  reader.finish("pdf-1");
  // This file is the first of its organization, and pdf-2 is the second.
  await expect.poll(() => reader.begun, WAIT).toEqual(["pdf-1", "text", "letter"]);
  reader.finish("text");
  await expect.poll(() => reader.begun, WAIT).toEqual(["pdf-1", "text", "letter", "pdf-2"]);
  reader.finish("pdf-2");
  await expect.poll(() => reader.begun, WAIT).toEqual(["pdf-1", "text", "letter", "pdf-2", "pdf-3"]);
  reader.finishAll();
});

test("files that wait without a job, as after a restore, are read; a file has one job", async () => {
  const restored = await insertFile("restored", "org");
  const reader = heldReader();
  const reading = await start(reader.read);
  await expect.poll(() => reader.begun, WAIT).toEqual(["restored"]);
  await reading.add(connection.db, restored);
  expect(await node.boss.findJobs("file-reading")).toHaveLength(1);
  reader.finishAll();
});

test("files whose text was read by a version without searches are read again", async () => {
  const reader = heldReader();
  await insertFile("searched", "org", { status: "done", passageCount: 0 });
  await insertFile("failed", "org", { status: "failed" });
  await insertFile("old", "org", { status: "done" });
  await start(reader.read);
  expect((await node.boss.findJobs("file-reading")).map(({ data }) => data)).toEqual([{ orgId: "org", id: "old" }]);
  await expect.poll(() => reader.begun, WAIT).toEqual(["old"]);
  reader.finishAll();
});

test("a job that is added in a transaction is not there when the transaction fails", async () => {
  const reading = await start(async () => {});
  const failed = connection.db.transaction(async (tx) => {
    await reading.add(tx, { orgId: "org", id: "never" });
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await node.boss.findJobs("file-reading")).toEqual([]);
});

test("a file is read on another node when its own sends no more heartbeats", { tags: "long" }, async () => {
  await insertFile("abandoned", "org");
  const [reader, other] = [heldReader(), heldReader()];
  await start(reader.read);
  await expect.poll(() => reader.begun, WAIT).toEqual(["abandoned"]);
  const second = await startJobBoss(database.url, log);
  await startFileReading({
    boss: second.boss,
    db: connection.db,
    held: NOTHING_HELD,
    log,
    now: () => new Date(),
    read: other.read,
  });
  expect(other.begun).toEqual([]);
  // A node that is gone takes no further job, either.
  await node.boss.offWork("file-reading", { wait: false });
  await connection.pool.query("update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'");
  await second.boss.supervise("file-reading");
  await expect.poll(() => other.begun, WAIT).toEqual(["abandoned"]);
  reader.finishAll();
  other.finishAll();
  await second.close();
});

test("a file whose tries are used up gets a failure that says what to do", { tags: "long" }, async () => {
  await insertFile("broken", "org");
  await start(async () => {
    throw new Error("the disk is full");
  });
  const failedJob = async () => (await node.boss.findJobs("file-reading")).map(({ state }) => state);
  await expect.poll(failedJob, WAIT).toEqual(["retry"]);
  const [job] = await node.boss.findJobs<Unread>("file-reading");
  // The last try, whose result is moved to the queue of failures.
  await connection.pool.query("update pgboss.job set retry_count = retry_limit, start_after = now() where id = $1", [job?.id]);
  await expect.poll(statesOf, WAIT).toEqual({ broken: "failed" });
});
