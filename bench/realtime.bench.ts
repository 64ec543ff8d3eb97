/**
 * `npm run bench -- realtime`: live queries of the whole server, with PostgreSQL behind it, beside a bare `ws` server that sends the same
 * bytes to as many sockets (`realtime/bare-broadcast.ts`), in the same run: absolute figures of a shared machine say little.
 * 1. 50 official clients with 20 queries each; one commit touches all 1,000: how long until the last is delivered. Once each query is of
 *    one call, once each is a list, of one call to twenty. All clients are one process, which decodes what they get, and so do the bare
 *    sockets: of the lists that is most of the time.
 * 2. Memory of an idle connection, at 5,000 that have signed in.
 * 3. Processor time of a 16 kB transcript that grows ten times a second under 50 watchers.
 */
import { setTimeout as delay } from "node:timers/promises";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import pg from "pg";
import type { WebSocket } from "ws";
import { signUpTestClient } from "../apps/server/src/testing/test-client.ts";
import { startBenchServer } from "./api/bench-server.ts";
import { startChild } from "./api/child-server.ts";
import { seed } from "./api/seed.ts";
import { usageOfTrees } from "./call/process-usage.ts";
import { percentile, print, printTable } from "./call/statistics.ts";
import { greetAsClient, openSockets, type SocketOptions } from "./realtime/sockets.ts";

const CLIENTS = 50;
const QUERIES = 20;
const COMMITS = 60;
const IDLE = 5_000;
const WATCHERS = 50;
const UPDATES_A_SECOND = 10;
const WATCH_SECONDS = 15;
/** About 16 kB in a hundred lines. */
const LINE = "It is a long line of what somebody says, as long as they are when people tell what happened. ".slice(0, 80);

const server = await startBenchServer();
const bare = await startChild(new URL("./realtime/bare-broadcast.ts", import.meta.url), {});
const person = await signUpTestClient(server.url, { email: "bench@example.com" });
await seed(server.databaseUrl, person.orgId, { tools: 0, calls: QUERIES });
const database = new pg.Client(server.databaseUrl);
await database.connect();
const { rows } = await database.query<{ id: string }>("select id from call where org_id = $1 order by created_at desc, id desc", [
  person.orgId,
]);
const callIds = rows.map(({ id }) => id);
const callId = callIds[0] ?? "";

/** A write as another server on the same database makes it: it commits, then notifies all servers. */
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

/** Counts received updates, and resolves at the wanted number. */
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

interface Workload {
  path: string;
  argsOf(index: number): Record<string, Value>;
  /** The calls that a commit changes, so that the result of every query changes. */
  changes: readonly string[];
}

const CALL_EACH: Workload = { path: "calls:get", argsOf: (index) => ({ id: callIds[index] ?? "" }), changes: callIds };
/** The newest call is in every list. */
const LISTS: Workload = { path: "calls:list", argsOf: (index) => ({ limit: index + 1 }), changes: [callId] };

interface Delivery {
  ours: number[];
  theirs: number[];
  bytes: number;
}

/** Milliseconds until the last delivery, of each commit. */
async function deliver({ path, argsOf, changes }: Workload): Promise<Delivery> {
  const deliveries = new Deliveries();
  const answers: unknown[] = [];
  const isReady = deliveries.next(CLIENTS * QUERIES);
  for (let count = 0; count < CLIENTS; count++) {
    const client = newClient();
    for (let index = 0; index < QUERIES; index++)
      client.onUpdate(makeFunctionReference<"query">(path), argsOf(index), (value) => {
        answers[index] = value;
        deliveries.arrived();
      });
  }
  await isReady;
  // One transition contains the twenty results; the bare sockets send the same number of bytes.
  const bytes = JSON.stringify(answers);
  const bareDeliveries = new Deliveries();
  const sockets = await openSockets(bare.url, CLIENTS);
  parseAll(sockets, bareDeliveries);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let index = 0; index < COMMITS; index++) {
    const all = deliveries.next(CLIENTS * QUERIES);
    const startedAt = performance.now();
    await commit("update call set name = $2, updated_at = now() where id = any($1)", [changes, `commit ${index}`]);
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
  return { ours, theirs, bytes: Buffer.byteLength(bytes) };
}

/** Memory that each of many idle connections adds, in bytes. */
async function idle(): Promise<{ ours: number; ofBrowsers: number; theirs: number }> {
  const greet = (socket: WebSocket) => greetAsClient(socket, person.orgToken);
  const measure = async ({ pid, url }: { pid: number; url: string }, options?: SocketOptions) => {
    const warm = await openSockets(url, 200, options);
    await delay(3_000);
    const before = usageOfTrees([pid]).rssBytes;
    const sockets = await openSockets(url, IDLE, options);
    await delay(3_000);
    const bytes = (usageOfTrees([pid]).rssBytes - before) / IDLE;
    for (const socket of [...warm, ...sockets]) socket.terminate();
    return bytes;
  };
  // In a separate server process, because used memory is not returned to the system.
  const inAnother = async (options: SocketOptions) => {
    const another = await server.startAnother();
    const bytes = await measure({ pid: another.pid, url: `${another.url}/api/1.48.0/sync` }, options);
    await another.stop();
    return bytes;
  };
  return {
    ours: await inAnother({ greet }),
    ofBrowsers: await inAnother({ greet, packsEverything: true }),
    theirs: await measure(bare),
  };
}

/** Share of a core. */
async function watchTranscript(): Promise<{ ours: number; theirs: number; bytes: number; delivered: number }> {
  // The server may have written further events.
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
  const sockets = await openSockets(bare.url, WATCHERS);
  parseAll(sockets, new Deliveries());
  const theirs = await measure(bare.pid, () => broadcast(text));
  for (const socket of sockets) socket.close();
  return { ours, theirs, bytes: Buffer.byteLength(text), delivered };
}

const ms = (samples: readonly number[], share: number) => percentile(samples, share).toFixed(1);
const deliveryRows = (name: string, { ours, theirs, bytes }: Delivery, aim: string) => {
  const title = `last of 1,000 (${name}, ${Math.round(bytes / 1_000)} kB a client)`;
  return [
    [`${title}, p50 ms`, ms(ours, 0.5), ms(theirs, 0.5), ""],
    [`${title}, p95 ms`, ms(ours, 0.95), ms(theirs, 0.95), aim],
  ];
};
const kB = (bytes: number) => (bytes / 1_000).toFixed(1);
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

try {
  const calls = await deliver(CALL_EACH);
  const lists = await deliver(LISTS);
  const transcript = await watchTranscript();
  const memory = await idle();
  print(`${CLIENTS} clients × ${QUERIES} queries, ${COMMITS} commits`);
  printTable(
    ["", "Callwright", "bare ws", "aim"],
    [
      ...deliveryRows("a call each", calls, "60"),
      ...deliveryRows("lists", lists, ""),
      [`idle connection of ${IDLE}, kB`, kB(memory.ours), kB(memory.theirs), "15"],
      ["the same, of a client that packs all it sends", kB(memory.ofBrowsers), kB(memory.theirs), "15"],
      [
        `${UPDATES_A_SECOND}/s of ${Math.round(transcript.bytes / 1_000)} kB to ${WATCHERS}, of a core`,
        percent(transcript.ours),
        percent(transcript.theirs),
        "6 %",
      ],
    ],
  );
  print(`\n${transcript.delivered} of ${UPDATES_A_SECOND * WATCH_SECONDS * WATCHERS} updates of the transcript were shown`);
} finally {
  await closeClients();
  await database.end();
  await bare.stop();
  await server.stop();
}
