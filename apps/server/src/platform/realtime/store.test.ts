import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { FunctionError, type MutationOutcome } from "@callwright/realtime";
import { count, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { squad } from "../../modules/squad/tables.ts";
import { createTestDatabase, runClusterUrl } from "../../testing/postgres-cluster.ts";
import { createLogger } from "../config/logger.ts";
import { connectDatabase, type DatabaseConnection } from "../db/connect.ts";
import { createStore, forgetOldMutations, lastCommitTs, type Transaction } from "./store.ts";
import { realtimeMutation } from "./tables.ts";

const log = createLogger({ logLevel: "silent" });
const now = new Date("2026-11-22T12:00:00Z");

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let nodes: DatabaseConnection[];

beforeAll(async () => {
  database = await createTestDatabase(runClusterUrl() ?? "", `store_${randomUUID().replaceAll("-", "")}`);
  nodes = [connectDatabase(database.url, log), connectDatabase(database.url, log)];
});
afterAll(async () => {
  for (const { close } of nodes) await close();
  await database.drop();
});

const db = () => (nodes[0] as DatabaseConnection).db;
const stores = () =>
  nodes.map((node) => createStore(node.db, () => now)) as [ReturnType<typeof createStore>, ReturnType<typeof createStore>];

const addSquad = ({ db: tx }: Transaction, name: string) =>
  tx.insert(squad).values({ id: randomUUID(), orgId: name, createdAt: now, updatedAt: now, config: {} });
const squadsOf = async (name: string) =>
  (await db().select({ squads: count() }).from(squad).where(eq(squad.orgId, name)))[0]?.squads;

let lastTs = 1_790_000_000_000_000_000n;
let requests = 0;

interface Asked {
  sessionId: string;
  requestId: number;
  subject: string;
}

function newRequest(): Asked {
  requests += 1;
  return { sessionId: `session ${requests}`, requestId: 4_000_000_000, subject: "maria" };
}

function mutate(node: 0 | 1, asked: Asked, work: (transaction: Transaction) => Promise<unknown>): Promise<MutationOutcome> {
  return stores()[node].mutateOnce({
    ...asked,
    work: async (transaction) => (await work(transaction)) as never,
    beforeCommit: () => ++lastTs,
  });
}

test("a request is done once, and answered with the same result and time at every node", async () => {
  const asked = newRequest();
  const result = { text: "Grüß Gott \u0000", big: 2n ** 62n, nothing: null, bytes: new Uint8Array([1, 2]).buffer };
  const work = async (transaction: Transaction) => {
    await addSquad(transaction, "once");
    return result;
  };
  const first = await mutate(0, asked, work);
  expect(first).toEqual({ ts: lastTs, result, isReplay: false });
  expect(await mutate(0, asked, work)).toEqual({ ...first, isReplay: true });
  expect(await mutate(1, asked, work)).toEqual({ ...first, isReplay: true });
  expect(await squadsOf("once")).toBe(1);
  expect((await mutate(1, { ...asked, requestId: asked.requestId + 1 }, work)).isReplay).toBe(false);
  expect(await squadsOf("once")).toBe(2);
  expect(await lastCommitTs(db())).toBe(lastTs);
});

test("the same request at two nodes at once is done by one, and the other waits for it", async () => {
  const asked = newRequest();
  const steps = new EventEmitter();
  const begun = once(steps, "begun");
  const go = once(steps, "go");
  const first = mutate(0, asked, async (transaction) => {
    steps.emit("begun");
    await go;
    await addSquad(transaction, "twice");
    return "the first";
  });
  await begun;
  const second = mutate(1, asked, async (transaction) => {
    await addSquad(transaction, "twice");
    return "the second";
  });
  // The write waits in the database.
  await expect
    .poll(
      async () =>
        (await db().execute(sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
          .rows,
    )
    .toHaveLength(1);
  steps.emit("go");
  expect([(await first).result, (await second).result]).toEqual(["the first", "the first"]);
  expect(await squadsOf("twice")).toBe(1);
});

test("what fails leaves nothing behind, and may be asked again", async () => {
  const asked = newRequest();
  const steps: string[] = [];
  const failing = mutate(0, asked, async (transaction) => {
    transaction.afterCommit(() => steps.push("never"));
    await addSquad(transaction, "failed");
    throw new FunctionError("list-full", "This list is full.");
  });
  await expect(failing).rejects.toMatchObject({ data: { code: "list-full" } });
  const unsendable = mutate(0, asked, async (transaction) => {
    await addSquad(transaction, "failed");
    return { имя: 1 };
  });
  await expect(unsendable).rejects.toThrow();
  expect(await squadsOf("failed")).toBe(0);
  const work = async (transaction: Transaction) => {
    transaction.afterCommit(() => steps.push("once"));
    return null;
  };
  await mutate(0, asked, work);
  await mutate(0, asked, work);
  expect(steps).toEqual(["once"]);
});

test("what a mutation still writes when its time is up is refused, and stands nowhere", async () => {
  const steps = new EventEmitter();
  const timeIsUp = once(steps, "time is up");
  const [{ pool }] = nodes as [DatabaseConnection];
  const refusals: unknown[] = [];
  const lateStatements = async ({ db: tx }: Transaction) => {
    await once(steps, "late");
    await addSquad({ db: tx } as Transaction, "late").catch((error: unknown) => refusals.push(error));
    await tx.transaction((inner) => inner.execute(sql`select 1`)).catch((error: unknown) => refusals.push(error));
    steps.emit("tried");
  };
  const failing = mutate(0, newRequest(), async (transaction) => {
    await addSquad(transaction, "late");
    void lateStatements(transaction);
    await timeIsUp;
    throw new FunctionError("mutation-timeout", "This took too long.");
  });
  await expect.poll(() => steps.listenerCount("late")).toBe(1);
  steps.emit("time is up");
  await expect(failing).rejects.toMatchObject({ data: { code: "mutation-timeout" } });
  expect(pool.idleCount).toBe(pool.totalCount);
  // Another transaction uses the connection.
  await db().transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    const tried = once(steps, "tried");
    steps.emit("late");
    await tried;
  });
  expect(refusals).toHaveLength(2);
  expect(await squadsOf("late")).toBe(0);
});

test("somebody else is not told what was answered", async () => {
  const asked = newRequest();
  await mutate(0, asked, async () => "for Maria");
  await expect(mutate(1, { ...asked, subject: "paul" }, async () => "for Paul")).rejects.toBeInstanceOf(FunctionError);
});

test("a failure of the database never quotes what was written", async () => {
  const secret = "what the caller said";
  const failing = mutate(0, newRequest(), async ({ db: tx }) => {
    await tx.execute(sql`insert into squad (id) values (${secret})`).catch(() => {});
    return secret;
  });
  const error = await failing.then(
    () => undefined,
    (thrown: Error) => thrown,
  );
  expect(error).toBeInstanceOf(Error);
  expect(JSON.stringify([error?.message, error?.stack, error?.cause])).not.toContain(secret);
});

test("a snapshot is of one moment, and one that has broken goes on with the present", async () => {
  const seen: unknown[] = [];
  await stores()[0].readSnapshot(async (snapshot) => {
    const read = async () => {
      const [row] = await snapshot.db.select({ squads: count() }).from(squad).where(eq(squad.orgId, "moment"));
      seen.push(row?.squads);
    };
    await read();
    await mutate(1, newRequest(), async (transaction) => {
      await addSquad(transaction, "moment");
      return null;
    });
    await read();
    await expect(snapshot.db.execute(sql`select 1 / 0`)).rejects.toThrow();
    await expect(read()).rejects.toThrow();
    snapshot.leave();
    await read();
  });
  expect(seen).toEqual([0, 0, 1]);
});

test("mutations are forgotten after a day", async () => {
  const asked = newRequest();
  await mutate(0, asked, async () => null);
  const left = () => db().$count(realtimeMutation, eq(realtimeMutation.sessionId, asked.sessionId));
  await forgetOldMutations(db(), new Date(now.getTime() + 23 * 3_600_000));
  expect(await left()).toBe(1);
  await forgetOldMutations(db(), new Date(now.getTime() + 24 * 3_600_000));
  expect(await left()).toBe(0);
});
