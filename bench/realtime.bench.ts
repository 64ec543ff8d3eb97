/**
 * `npm run bench -- realtime`: live queries of the whole server, with PostgreSQL behind it, beside a bare `ws` server that sends the same
 * bytes to as many sockets (`realtime/bare-broadcast.ts`), in the same run: absolute figures of a shared machine say little.
 * 1. 50 official clients with 20 queries each; one commit touches all 1,000: how long until the last is delivered. The clients decode
 *    what they get; so do the bare sockets.
 * 2. Memory of an idle connection, at 5,000 that have signed in.
 * 3. Processor time of a 16 kB transcript that grows ten times a second under 50 watchers.
 */
import { setTimeout as delay } from "node:timers/promises";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import pg from "pg";
import type { WebSocket } from "ws";
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { startChild } from "./api/child-server.ts";
import { seed } from "./api/seed.ts";
import { usageOfTrees } from "./call/process-usage.ts";
import { percentile, table } from "./call/statistics.ts";
import { greetAsClient, openSockets } from "./realtime/sockets.ts";

const CLIENTS = 50;
const QUERIES = 20;
const COMMITS = 60;
const IDLE = 5_000;
const WATCHERS = 50;
const UPDATES_A_SECOND = 10;
const WATCH_SECONDS = 15;
/** About 16 kB in a hundred lines. */
const LINE = "It is a long line of what somebody says, as long as they are when people tell what happened. ".slice(0, 80);

const print = (text: string) => process.stdout.write(`${text}\n`);

const server = await startBenchServer();
const bare = await startChild(new URL("./realtime/bare-broadcast.ts", import.meta.url), {});
const person = await signUpTestClient(server.url, { email: "bench@example.com" });
await seed(server.databaseUrl, person.orgId, { tools: 0, calls: QUERIES });
const database = new pg.Client(server.databaseUrl);
await database.connect();
const { rows } = await database.query<{ id: string }>("select id from call where org_id = $1 limit 1", [person.orgId]);
const callId = rows[0]?.id ?? "";

/** A write as another server of the same database makes it: committed, and then told to all. */
async function commit(statement: string, values: unknown[]): Promise<void> {
  await database.query(statement, values);
  await database.query("notify change");
}

const openClients: ConvexClient[] = [];
function newClient(): ConvexClient {
  const client = new ConvexClient(server.url, { logger: false, authRefreshTokenLeewaySeconds: 2, expectAuth: true });
  client.setAuth(async () => person.orgToken);
  openClients.push(client);
  return client;
}

/** Counts what has come, and tells when it was enough. */
class Deliveries {
  #count = 0;
  #awaited = Number.POSITIVE_INFINITY;
  #onAll: () => void = () => {};

  readonly arrived = (): void => {
    this.#count++;
    if (this.#count >= this.#awaited) this.#onAll();
  };

  get count(): number {
    return this.#count;
  }

  /** Resolves when `count` more have come. */
  next(count: number): Promise<void> {
    this.#awaited = this.#count + count;
    return new Promise((resolve) => {
      this.#onAll = resolve;
    });
  }
}

async function closeClients(): Promise<void> {
  await Promise.all(openClients.splice(0).map((client) => client.close()));
}

function parseAll(sockets: readonly WebSocket[], deliveries: Deliveries): void {
  for (const socket of sockets)
    socket.on("message", (data) => {
      JSON.parse(data.toString());
      deliveries.arrived();
    });
}

const broadcast = (text: string) => fetch(bare.url, { method: "POST", body: text });

/** Milliseconds until the last delivery, of each commit. */
async function deliver(): Promise<{ ours: number[]; theirs: number[] }> {
  const deliveries = new Deliveries();
  let last: unknown;
  const isReady = deliveries.next(CLIENTS * QUERIES);
  for (let index = 0; index < CLIENTS; index++) {
    const client = newClient();
    for (let limit = 1; limit <= QUERIES; limit++)
      client.onUpdate(makeFunctionReference<"query">("calls:list"), { limit }, (value) => {
        last = value;
        deliveries.arrived();
      });
  }
  await isReady;
  // One transition carries the twenty results; as many bytes as they have go over the bare sockets.
  const bytes = JSON.stringify(Array.from({ length: QUERIES }, (_, index) => (last as unknown[]).slice(0, index + 1)));
  const bareDeliveries = new Deliveries();
  const sockets = await openSockets(bare.url, CLIENTS, async () => {});
  parseAll(sockets, bareDeliveries);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let index = 0; index < COMMITS; index++) {
    const all = deliveries.next(CLIENTS * QUERIES);
    const startedAt = performance.now();
    // The newest is in every list.
    await commit(
      `update call set name = $2, updated_at = now()
       where id = (select id from call where org_id = $1 order by created_at desc, id desc limit 1)`,
      [person.orgId, `commit ${index}`],
    );
    await all;
    ours.push(performance.now() - startedAt);
    const bareAll = bareDeliveries.next(CLIENTS);
    const bareStartedAt = performance.now();
    await broadcast(bytes);
    await bareAll;
    theirs.push(performance.now() - bareStartedAt);
  }
  for (const socket of sockets) socket.close();
  await closeClients();
  return { ours, theirs };
}

/** Bytes of memory that each of many idle connections adds. */
async function idle(): Promise<{ ours: number; theirs: number }> {
  const measure = async ({ pid, url }: { pid: number; url: string }, greet: (socket: WebSocket) => Promise<void>) => {
    const warm = await openSockets(url, 200, greet);
    await delay(3_000);
    const before = usageOfTrees([pid]).rssBytes;
    const sockets = await openSockets(url, IDLE, greet);
    await delay(3_000);
    const bytes = (usageOfTrees([pid]).rssBytes - before) / IDLE;
    for (const socket of [...warm, ...sockets]) socket.terminate();
    return bytes;
  };
  return {
    ours: await measure({ pid: server.pid, url: `${server.url}/api/1.48.0/sync` }, (socket) =>
      greetAsClient(socket, person.orgToken),
    ),
    theirs: await measure(bare, async () => {}),
  };
}

/** Share of a core. */
async function watchTranscript(): Promise<{ ours: number; theirs: number; bytes: number; delivered: number }> {
  // The server may have written events of its own.
  let seq = 1_000;
  const addLine = () =>
    commit(
      `insert into call_event (call_id, org_id, seq, at_ms, type, payload) values ($1, $2, $3::int, $3::int, 'user.said', $4)`,
      [callId, person.orgId, seq++, { text: `${seq} ${LINE}`, startMs: seq, typed: false }],
    );
  for (let index = 0; index < 100; index++) await addLine();
  const deliveries = new Deliveries();
  let last: unknown;
  const isReady = deliveries.next(WATCHERS);
  for (let index = 0; index < WATCHERS; index++)
    newClient().onUpdate(makeFunctionReference<"query">("calls:transcript"), { id: callId, tail: 100 }, (value) => {
      last = value;
      deliveries.arrived();
    });
  await isReady;
  const text = JSON.stringify(last);
  const updates = UPDATES_A_SECOND * WATCH_SECONDS;
  const measure = async (pid: number, update: () => Promise<unknown>) => {
    const { cpuMs } = usageOfTrees([pid]);
    const startedAt = performance.now();
    for (let index = 0; index < updates; index++) {
      await update();
      await delay(Math.max(0, startedAt + ((index + 1) * 1_000) / UPDATES_A_SECOND - performance.now()));
    }
    return (usageOfTrees([pid]).cpuMs - cpuMs) / (performance.now() - startedAt);
  };
  const before = deliveries.count;
  const ours = await measure(server.pid, addLine);
  await delay(1_000);
  const delivered = deliveries.count - before;
  await closeClients();
  const sockets = await openSockets(bare.url, WATCHERS, async () => {});
  parseAll(sockets, new Deliveries());
  const theirs = await measure(bare.pid, () => broadcast(text));
  for (const socket of sockets) socket.close();
  return { ours, theirs, bytes: Buffer.byteLength(text), delivered };
}

const ms = (samples: readonly number[], share: number) => percentile(samples, share).toFixed(1);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

try {
  const delivery = await deliver();
  const transcript = await watchTranscript();
  const memory = await idle();
  print(`${CLIENTS} clients × ${QUERIES} queries, ${COMMITS} commits`);
  print(
    table(
      ["", "Callwright", "bare ws", "aim"],
      [
        ["last of 1,000 deliveries, p50 ms", ms(delivery.ours, 0.5), ms(delivery.theirs, 0.5), ""],
        ["last of 1,000 deliveries, p95 ms", ms(delivery.ours, 0.95), ms(delivery.theirs, 0.95), "60"],
        [`idle connection of ${IDLE}, kB`, (memory.ours / 1_000).toFixed(1), (memory.theirs / 1_000).toFixed(1), "15"],
        [
          `${UPDATES_A_SECOND}/s of ${Math.round(transcript.bytes / 1_000)} kB to ${WATCHERS}, of a core`,
          percent(transcript.ours),
          percent(transcript.theirs),
          "6 %",
        ],
      ],
    ),
  );
  print(`\n${transcript.delivered} of ${UPDATES_A_SECOND * WATCH_SECONDS * WATCHERS} updates of the transcript were shown`);
} finally {
  await closeClients();
  await database.end();
  await bare.stop();
  await server.stop();
}
