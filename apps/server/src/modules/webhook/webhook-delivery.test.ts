import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { parseConfig } from "../../platform/config/config.ts";
import { createLogger } from "../../platform/config/logger.ts";
import { connectDatabase, type DatabaseConnection } from "../../platform/db/connect.ts";
import { NOTHING_HELD } from "../../platform/held/held-work.ts";
import { type JobBoss, startJobBoss } from "../../platform/jobs/job-boss.ts";
import { createOutsideNetwork } from "../../platform/net/outside-network.ts";
import { createTestDatabase, openTestCluster, type TestCluster } from "../../testing/postgres-cluster.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { insertDeliveries } from "./delivery-store.ts";
import { webhookDelivery } from "./tables.ts";
import { type DeliveryWorkers, startWebhookDelivery } from "./webhook-delivery.ts";

const log = createLogger({ logLevel: "silent" });
/** Long enough for a busy machine. */
const WAIT = { timeout: 30_000 };
const ORG = "org";

let cluster: TestCluster;
beforeAll(async () => {
  cluster = await openTestCluster();
});
afterAll(() => cluster.stop());

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: DatabaseConnection;
let receiver: WebhookReceiver;
const closing: (() => Promise<unknown> | unknown)[] = [];
beforeEach(async () => {
  database = await createTestDatabase(cluster.adminUrl, `webhooks_${randomUUID()}`);
  connection = connectDatabase(database.url, log);
  receiver = await startWebhookReceiver();
  return async () => {
    for (const close of closing.splice(0).reverse()) await close();
    await receiver.close();
    await connection.close();
    await database.drop();
  };
});

async function startNode(timeoutSeconds = 300, slowAfterMs?: number): Promise<{ node: JobBoss; delivery: DeliveryWorkers }> {
  const node = await startJobBoss(database.url, log);
  const network = createOutsideNetwork(true);
  const delivery = await startWebhookDelivery({
    boss: node.boss,
    held: NOTHING_HELD,
    log,
    network,
    db: connection.db,
    config: parseConfig({}),
    random: () => 0,
    ...(slowAfterMs !== undefined && { slowAfterMs }),
    newId: randomUUID,
    now: () => new Date(),
    secrets: { auth: "", urlSigning: "", sealing: "", visitors: "", people: "" },
    createComposer:
      () =>
      async ({ id, lane, type }) => ({
        message: { type, messageId: id, lane },
        assistant: undefined,
        server: { url: receiver.url, timeoutSeconds },
      }),
  });
  closing.push(async () => {
    delivery.abort();
    await node.close();
    network.close();
  });
  return { node, delivery };
}

/** Stores messages of a lane without a job. */
const storeMessages = (lane: string, types: string[], orgId = ORG) =>
  insertDeliveries(
    connection.db,
    types.map((type) => ({
      id: randomUUID(),
      orgId,
      lane,
      type,
      createdAt: new Date(),
      fields: {},
      kind: "queued" as const,
      status: "waiting" as const,
      target: "org" as const,
    })),
  );

const statuses = async () => (await connection.db.select().from(webhookDelivery)).map(({ status }) => status);

test("messages that wait without a job, as after a restore, are sent in their order", async () => {
  await storeMessages("call", ["one", "two", "three"]);
  await startNode();
  await expect.poll(receiver.types, WAIT).toEqual(["one", "two", "three"]);
  await expect.poll(statuses, WAIT).toEqual(Array(3).fill("delivered"));
});

test("a message in the transaction that fails is neither stored nor sent", async () => {
  const { node, delivery } = await startNode();
  const failed = connection.db.transaction(async (tx) => {
    await delivery.add(tx, [{ orgId: ORG, lane: "call" }]);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  expect(await node.boss.findJobs("webhook-delivery")).toEqual([]);
});

test("an organization whose server never answers leaves room for the others", async () => {
  receiver.answerWith(({ message }, response) => void (String(message.lane).startsWith("slow") || response.end()));
  const { delivery } = await startNode();
  const lanes = Array.from({ length: 60 }, (_, index) => `slow-${index}`);
  await connection.db.transaction(async (tx) => {
    for (const lane of lanes) await storeMessages(lane, ["stuck"], "busy");
    await delivery.add(
      tx,
      lanes.map((lane) => ({ orgId: "busy", lane })),
    );
  });
  delivery.wake();
  await expect.poll(() => receiver.received.length, WAIT).toBeGreaterThan(0);
  await storeMessages("quick", ["first", "second"], "other");
  await connection.db.transaction((tx) => delivery.add(tx, [{ orgId: "other", lane: "quick" }]));
  delivery.wake();
  await expect.poll(() => receiver.types().filter((type) => type !== "stuck"), WAIT).toEqual(["first", "second"]);
  expect(receiver.received.length).toBeLessThan(60);
});

/** Forty lanes of silent servers, as many as there are workers, then one lane of another organization, whose messages arrive. */
async function crowdOut(delivery: DeliveryWorkers): Promise<() => string[]> {
  const silent: (() => void)[] = [];
  const slow = () => receiver.received.filter(({ message }) => String(message.lane).startsWith("slow"));
  receiver.answerWith(({ message }, response) => {
    if (String(message.lane).startsWith("slow")) silent.push(() => response.end());
    else response.end();
  });
  const lanes = [1, 2, 3, 4].flatMap((org) => Array.from({ length: 10 }, (_, index) => ({ org, lane: `slow-${org}-${index}` })));
  for (const { org, lane } of lanes) await storeMessages(lane, ["stuck"], `busy-${org}`);
  await connection.db.transaction((tx) =>
    delivery.add(
      tx,
      lanes.map(({ org, lane }) => ({ orgId: `busy-${org}`, lane })),
    ),
  );
  delivery.wake();
  await expect.poll(() => slow().length, WAIT).toBe(40);
  await storeMessages("quick", ["first", "second"], "other");
  await connection.db.transaction((tx) => delivery.add(tx, [{ orgId: "other", lane: "quick" }]));
  delivery.wake();
  await expect.poll(() => receiver.types().filter((type) => type !== "stuck"), WAIT).toEqual(["first", "second"]);
  for (const answer of silent) answer();
  await expect.poll(statuses, WAIT).toEqual(Array(42).fill("delivered"));
  return () => slow().map(({ message }) => String(message.messageId));
}

test("silent servers that may take longer than 20 s do not keep the workers from other organizations", async () => {
  const { delivery } = await startNode(30);
  await crowdOut(delivery);
});

test("an attempt that turns out to be slow leaves its worker, and is neither cut nor sent again", async () => {
  const { delivery } = await startNode(20, 200);
  const ids = (await crowdOut(delivery))();
  expect(new Set(ids).size).toBe(40);
  expect(ids).toHaveLength(40);
  const rows = await connection.db.select().from(webhookDelivery);
  expect(new Set(rows.map(({ attempts }) => attempts))).toEqual(new Set([1]));
});

test("a message whose node dies while it is sent is sent by another node, with the same id", { tags: "long" }, async () => {
  await storeMessages("call", ["lost", "next"]);
  receiver.answerWith(() => {});
  const first = await startNode();
  await expect.poll(receiver.types, WAIT).toEqual(["lost"]);
  const second = await startNode();
  // As if the process was killed: no heartbeat, no orderly end.
  await connection.pool.query("update pgboss.job set heartbeat_on = now() - interval '1 hour' where state = 'active'");
  receiver.answerWith((_received, response) => response.end());
  await second.node.boss.supervise("webhook-delivery");
  await expect.poll(receiver.types, WAIT).toEqual(["lost", "lost", "next"]);
  const [before, after] = receiver.received;
  expect(after?.message.messageId).toBe(before?.message.messageId);
  first.delivery.abort();
});
