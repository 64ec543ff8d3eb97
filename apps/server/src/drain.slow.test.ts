import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Call, CallBatch, PhoneNumber } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FakeCallHostPool } from "./modules/call/runtime/testing/fake-call-host-pool.ts";
import { parseConfig } from "./platform/config/config.ts";
import { type RunningServer, startServer } from "./server.ts";
import { createTestDatabase, runClusterUrl } from "./testing/postgres-cluster.ts";
import { rememberedPasswords } from "./testing/remembered-passwords.ts";
import { signUpTestClient, type TestClient } from "./testing/test-client.ts";

const METRICS_TOKEN = "a-token-for-metrics";
/** The jobs of scheduled calls are looked for every 5 s. */
const STARTED = { timeout: 30_000 };

interface Node {
  server: RunningServer;
  pool: FakeCallHostPool;
}

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let draining: Node;
let other: Node;
let client: TestClient;

async function startNode(name: string, drainSeconds: number): Promise<Node> {
  const env = { PORT: "0", HOST: "127.0.0.1", SIGN_UP: "open", LOG_LEVEL: "silent", CALL_HOST_WARM: "no", METRICS_TOKEN };
  const config = { ...parseConfig(env), dataDir: join(folder, name), databaseUrl: database.url, drainSeconds };
  const secret = "the same secret on both of the nodes";
  const pools: FakeCallHostPool[] = [];
  const createPool: NonNullable<NonNullable<Parameters<typeof startServer>[1]>["callService"]>["createPool"] = (options) => {
    const made = new FakeCallHostPool(options, () => new Date());
    pools.push(made);
    return made;
  };
  const options = { rateLimit: false, passwords: rememberedPasswords, callService: { createPool } };
  const server = await startServer({ ...config, secret }, options);
  const [pool] = pools;
  if (!pool) throw new Error("the node made no pool");
  return { server, pool };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-drain-"));
  database = await createTestDatabase(runClusterUrl() ?? "", `drain_${process.pid}`);
  draining = await startNode("draining", 3_600);
  other = await startNode("other", 0.2);
  client = await signUpTestClient(draining.server.url, { email: "ada@example.com" });
});
afterAll(async () => {
  await draining.server.close();
  await other.server.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const WEB_CALL = { assistant: { name: "Riley" } };

async function send<Body>({ server }: Node, path: string, body?: object, { orgToken } = client) {
  const headers = { authorization: `Bearer ${orgToken}`, "content-type": "application/json" };
  const answer = await fetch(server.url + path, {
    headers,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Body };
}

async function place(node: Node, path: string, body: object): Promise<Call> {
  const answer = await send<Call>(node, path, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body;
}

const callOf = async (node: Node, id: string) => (await send<Call>(node, `/call/${id}`)).body;
const hostedBy = ({ pool }: Node) => pool.specs.map(({ callId }) => callId);

async function isDraining({ server }: Node): Promise<string | undefined> {
  const answer = await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return /^callwright_draining (\d)$/m.exec(await answer.text())?.[1];
}

test("a draining node keeps its calls until their end, and other nodes take the new ones: web, phone, batches and scheduled", async () => {
  const running = await place(draining, "/call/web", WEB_CALL);
  draining.pool.join(running.id);
  const phoneNumberId = (await send<PhoneNumber>(other, "/phone-number", { provider: "simulated" })).body.id;
  expect(await isDraining(draining)).toBe("0");

  let isOver = false;
  let drained: Promise<void> | undefined;
  // The drain begins while the first of three customers is called.
  draining.pool.beforeNextStart = async () => {
    drained = draining.server.drain(new AbortController().signal).then(() => {
      isOver = true;
    });
  };
  const customers = [1, 2, 3].map(() => ({ number: "+12025550104" }));
  const batch = await send<CallBatch>(draining, "/call", { ...WEB_CALL, phoneNumberId, customers });
  expect(batch).toMatchObject({ status: 201, body: { results: [{ status: "queued" }], errors: [{}, {}] } });
  for (const { error } of batch.body.errors) expect(error).toContain("takes no new calls");
  const started = [running.id, batch.body.results[0]?.id];
  expect(hostedBy(draining)).toEqual(started);
  const statusOf = async (node: Node, path: string) => {
    const answer = await fetch(node.server.url + path);
    return [answer.status, await answer.json()];
  };
  expect(await statusOf(draining, "/health")).toEqual([503, { status: "draining" }]);
  expect(await statusOf(draining, "/health/live")).toEqual([200, { status: "live" }]);
  expect(await statusOf(other, "/health")).toEqual([200, { status: "ready" }]);
  expect([await isDraining(draining), await isDraining(other)]).toEqual(["1", "0"]);

  const phoneCall = { ...WEB_CALL, phoneNumberId, customer: { number: "+12025550104" } };
  for (const [path, body] of [
    ["/call/web", WEB_CALL],
    ["/call", phoneCall],
  ] as const) {
    const refused = await send(draining, path, body);
    expect(refused).toMatchObject({ status: 503, body: { code: "call-host-unavailable" } });
    expect(refused.headers.get("retry-after")).toBe("1");
    const { id } = await place(other, path, body);
    expect(hostedBy(other)).toContain(id);
  }
  const none = await send(draining, "/call", { ...WEB_CALL, phoneNumberId, customers });
  expect(none).toMatchObject({ status: 503, body: { code: "call-host-unavailable" } });
  // It is stored here, and started there. The draining node does not try first: it would add another job.
  const scheduled = await place(draining, "/call", { ...phoneCall, schedulePlan: { earliestAt: new Date().toISOString() } });
  await expect.poll(() => hostedBy(other), STARTED).toContain(scheduled.id);
  const { rows } = await draining.server.context.db.execute(
    sql`select count(*)::int as jobs from pgboss.job where name = 'scheduled-call'`,
  );
  expect(rows).toEqual([{ jobs: 1 }]);

  expect(hostedBy(draining)).toEqual(started);
  expect([isOver, (await callOf(other, running.id)).status]).toEqual([false, "in-progress"]);
  for (const id of started) draining.pool.hangUp(id ?? "");
  await drained;
  expect(await callOf(other, running.id)).toMatchObject({ status: "ended", endedReason: "customer-ended-call" });
});

test("a campaign that a drain interrupts goes on at the other node, which calls everyone else once", async () => {
  const interrupted = await startNode("interrupted", 3_600);
  const owner = await signUpTestClient(interrupted.server.url, { email: "grace@example.com" });
  const create = async (path: string, body: object) => (await send<{ id: string }>(interrupted, path, body, owner)).body.id;
  const assistantId = await create("/assistant", WEB_CALL.assistant);
  const phoneNumberId = await create("/phone-number", { provider: "simulated" });
  let drained: Promise<void> | undefined;
  interrupted.pool.beforeNextStart = async () => {
    drained = interrupted.server.drain(new AbortController().signal);
  };
  const customers = Array.from({ length: 6 }, (_, index) => ({ number: `+1202555200${index}` }));
  const id = await create("/campaign", { name: "Spring", assistantId, phoneNumberId, customers });
  const numbersCalledBy = ({ pool }: Node) =>
    pool.specs.flatMap(({ customer }) => customers.filter(({ number }) => number === customer?.number));
  const called = () => [interrupted, other].flatMap(numbersCalledBy);
  await expect.poll(() => called().length, STARTED).toBe(customers.length);
  expect(new Set(called()).size).toBe(customers.length);
  expect(await send(other, `/campaign/${id}`, undefined, owner)).toMatchObject({ body: { status: "in-progress" } });
  for (const callId of hostedBy(interrupted)) interrupted.pool.hangUp(callId);
  await drained;
  await interrupted.server.close();
});

test("calls that outlast DRAIN_SECONDS, or whose operator does not wait, end with the true reason", async () => {
  const [late] = hostedBy(other);
  await other.server.drain(new AbortController().signal);
  expect(other.server.openCalls()).toBeGreaterThan(0);
  await other.server.drain(AbortSignal.abort());
  await other.server.close();
  expect(await callOf(draining, late ?? "")).toMatchObject({ status: "ended", endedReason: "worker-shutdown" });
});
