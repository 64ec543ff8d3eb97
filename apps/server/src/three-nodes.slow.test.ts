import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Call, ENDED_REASONS } from "@callwright/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { joinAsSpokenCaller, type SpokenCaller } from "./modules/call/runtime/testing/spoken-caller.ts";
import { startBalancer } from "./testing/balancer.ts";
import { freePort } from "./testing/free-port.ts";
import { createTestDatabase, runClusterUrl } from "./testing/postgres-cluster.ts";
import { signUpTestClient, type TestClient } from "./testing/test-client.ts";

const METRICS_TOKEN = "a-token-for-metrics";
const PATIENCE = { timeout: 120_000, interval: 100 };
/** The promise to operators (docs/deploy.md). */
const KILLED_CALLS_END_MS = 15_000;
const QUESTION = "What are your opening hours on Saturday?";
const SPOKEN = {
  name: "Spoken",
  // The callers stay silent while other nodes are drained and killed.
  silenceTimeoutSeconds: 3_600,
  firstMessage: "Hello, this is Riley.",
  transcriber: { provider: "callwright", model: "fake-instant", text: QUESTION },
};

interface Node {
  url: string;
  child: ChildProcess;
  exited: Promise<unknown[]>;
}

interface Spoken {
  id: string;
  url: string;
  caller: SpokenCaller;
}

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let balancer: Awaited<ReturnType<typeof startBalancer>>;
const nodes: Node[] = [];
const callers: SpokenCaller[] = [];
let client: TestClient;

async function startNode(name: string, port: number): Promise<Node> {
  const url = `http://127.0.0.1:${port}`;
  const program = fileURLToPath(new URL("testing/load-node.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", "tsx", "--conditions=callwright-source", program], {
    env: {
      PATH: process.env.PATH,
      HOST: "127.0.0.1",
      PORT: String(port),
      NODE_URL: url,
      PUBLIC_URL: balancer.url,
      DATABASE_URL: database.url,
      DATA_DIR: join(folder, name),
      SECRET: "the same secret on all of the nodes",
      SIGN_UP: "open",
      LOG_LEVEL: "silent",
      CALL_HOST_WARM: "no",
      FAKE_PROVIDERS: "true",
      ORG_CONCURRENT_CALLS: "1000",
      DRAIN_SECONDS: "3600",
      METRICS_TOKEN,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const printed = new Promise((resolve) => child.stdout?.once("data", resolve));
  const exited = once(child, "exit");
  nodes.push({ url, child, exited });
  const ended = exited.then(() => Promise.reject(new Error(`the node ${name} ended before it was ready`)));
  await Promise.race([printed, ended]);
  ended.catch(() => {});
  return { url, child, exited };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callwright-three-nodes-"));
  database = await createTestDatabase(runClusterUrl() ?? "", `three_nodes_${process.pid}`);
  pool = new pg.Pool({ connectionString: database.url, max: 2 });
  const ports = [await freePort(), await freePort(), await freePort()];
  balancer = await startBalancer(ports.map((port) => `http://127.0.0.1:${port}`));
  await Promise.all(ports.map((port, index) => startNode(`node-${index}`, port)));
  client = await signUpTestClient(balancer.url);
});
afterAll(async () => {
  for (const caller of callers) caller.close();
  for (const { child } of nodes) child.kill("SIGKILL");
  await Promise.all(nodes.map(({ exited }) => exited));
  await balancer.close();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function place(assistant: object): Promise<Call> {
  const { status, body } = await client.json<Call>("POST", "/call/web", { assistant });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

const placeMany = (count: number) => Promise.all(Array.from({ length: count }, () => place({ name: "Riley" })));

interface Row {
  id: string;
  node_url: string;
  status: string;
  ended_reason: string | null;
  updated_at: Date;
}

/** Without the example call of each organization. */
const rows = async () =>
  (
    await pool.query<Row>(
      "select id, node_url, status, ended_reason, updated_at from call where node_url is not null order by id",
    )
  ).rows;
const rowsOf = async ({ url }: Node) => (await rows()).filter(({ node_url }) => node_url === url);

/** The open calls of a node, and the calls whose end it has stored. */
async function measured({ url }: Node): Promise<{ open: number; ended: number }> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await answer.text();
  const sum = (line: RegExp) => [...text.matchAll(line)].reduce((total, [, value]) => total + Number(value), 0);
  return {
    open: sum(/^callwright_calls\{.*\} (\d+)$/gm),
    ended: sum(/^callwright_calls_ended_total\{.*\} (\d+)$/gm),
  };
}

async function join6(): Promise<Spoken[]> {
  const spoken: Spoken[] = [];
  for (let index = 0; index < 6; index++) {
    const { id, webCallUrl = "" } = await place(SPOKEN);
    const caller = await joinAsSpokenCaller(webCallUrl);
    callers.push(caller);
    spoken.push({ id, url: new URL(webCallUrl).origin, caller });
  }
  for (const { caller } of spoken) await expect.poll(() => heard(caller).length, PATIENCE).toBe(1);
  return spoken;
}

const heard = ({ messages }: SpokenCaller) =>
  messages.flatMap((message) =>
    message.type === "transcript" && message.role === "assistant" && message.transcriptType === "final"
      ? [message.transcript]
      : [],
  );

async function answersIn({ caller }: Spoken): Promise<void> {
  const before = heard(caller).length;
  await caller.say(QUESTION);
  await expect.poll(() => heard(caller).length, PATIENCE).toBeGreaterThan(before);
}

const end = async ({ url }: Node, id: string) => {
  const answer = await fetch(`${url}/call/${id}/end`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.orgToken}` },
  });
  expect(answer.status).toBe(200);
};

test("of three nodes with 50 calls one drains without cutting a call, and one is killed: its calls end within 15 s, and others take new ones", {
  timeout: 600_000,
}, async () => {
  const [draining, killed, last] = nodes as [Node, Node, Node];
  const spoken = await join6();
  const spokenAt = (node: Node) => spoken.filter(({ url }) => url === node.url);
  await placeMany(44);
  for (const node of nodes) {
    expect(spokenAt(node)).toHaveLength(2);
    await expect.poll(async () => (await rowsOf(node)).every(({ status }) => status === "in-progress"), PATIENCE).toBe(true);
    expect(await measured(node)).toEqual({ open: (await rowsOf(node)).length, ended: 0 });
  }
  expect(await rows()).toHaveLength(50);

  draining.child.kill("SIGTERM");
  await expect.poll(async () => (await fetch(`${draining.url}/health`)).status, PATIENCE).toBe(503);
  const drained = await rowsOf(draining);
  await placeMany(10);
  expect(await rowsOf(draining)).toEqual(drained);
  for (const call of spokenAt(draining)) await answersIn(call);
  expect((await rowsOf(draining)).every(({ status }) => status === "in-progress")).toBe(true);
  const lastOpen = spokenAt(draining)[0]?.id ?? "";
  const others = drained.map(({ id }) => id).filter((id) => id !== lastOpen);
  for (const id of others) await end(draining, id);
  expect(await measured(draining)).toEqual({ open: 1, ended: others.length });
  await end(draining, lastOpen);
  // The exit code counts the calls that were cut off.
  expect(await draining.exited).toEqual([0, null]);
  for (const { status, ended_reason } of await rowsOf(draining))
    expect([status, ended_reason]).toEqual(["ended", ENDED_REASONS.manuallyCanceled]);

  const lost = await rowsOf(killed);
  const killedAtMs = Date.now();
  killed.child.kill("SIGKILL");
  await placeMany(10);
  expect(await rowsOf(killed)).toHaveLength(lost.length);
  await expect.poll(async () => (await rowsOf(killed)).every(({ status }) => status === "ended"), PATIENCE).toBe(true);
  for (const { ended_reason, updated_at } of await rowsOf(killed)) {
    expect(ended_reason).toBe(ENDED_REASONS.workerDied);
    expect(updated_at.getTime() - killedAtMs).toBeLessThan(KILLED_CALLS_END_MS);
  }
  for (const call of spokenAt(last)) await answersIn(call);
  const kept = await rowsOf(last);
  expect(kept.every(({ status }) => status === "in-progress")).toBe(true);
  expect(await measured(last)).toEqual({ open: kept.length, ended: lost.length });
  expect(await rows()).toHaveLength(70);
});
