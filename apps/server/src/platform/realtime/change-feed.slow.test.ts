import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, runClusterUrl } from "../../testing/postgres-cluster.ts";
import { type ChangeFeed, type ChangeFeedOptions, openChangeFeed } from "./change-feed.ts";
import type { ChangeNotice } from "./notice-reader.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let writer: pg.Client;
const feeds: ChangeFeed[] = [];
let heard: ChangeNotice[];
let resyncs: number;
let warnings: string[];

beforeEach(async () => {
  database = await createTestDatabase(runClusterUrl() ?? "", `feed_${randomUUID().replaceAll("-", "")}`);
  writer = new pg.Client(database.url);
  await writer.connect();
  [heard, resyncs, warnings] = [[], 0, []];
});
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.close();
  await writer.end();
  await database.drop();
});

async function listen(
  url: string,
  options: Partial<Pick<ChangeFeedOptions, "lookMs" | "timeoutMs" | "onMessage">> = {},
): Promise<ChangeFeed> {
  const opened = await openChangeFeed({
    url,
    onChange: (notice) => void heard.push(notice),
    onResync: () => {
      resyncs += 1;
    },
    log: pino({ level: "warn" }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) }),
    ...options,
  });
  feeds.push(opened);
  return opened;
}

/** Long enough for a busy machine. */
const BUSY = { timeout: 30_000 };
/** Longer than a test waits, so that a change can only be found by a notice. */
const NEVER_MS = 600_000;

const INSERT =
  "insert into squad (id, org_id, created_at, updated_at, config) values ($1, 'o1', now(), now(), '{}') on conflict do nothing";

/** Writes a squad, and waits until the change is noticed. */
async function expectHeard(id: string): Promise<void> {
  await writer.query(INSERT, [id]);
  await vi.waitFor(() => expect(heard).toContainEqual({ resource: "squad", orgId: "o1", ids: [id] }), BUSY);
}

test("what another program writes is heard at the next look, each thing once", async () => {
  await listen(database.url);
  await expectHeard("a");
  await expectHeard("b");
  expect(heard.map(({ ids }) => ids)).toEqual([["a"], ["b"]]);
  expect([resyncs, warnings]).toEqual([0, []]);
});

test("what a server has written is heard at once, by itself and by every other", async () => {
  const own = await listen(database.url, { lookMs: NEVER_MS });
  await listen(database.url, { lookMs: NEVER_MS });
  await writer.query(INSERT, ["a"]);
  own.nudge();
  await vi.waitFor(() => expect(heard.map(({ ids }) => ids)).toEqual([["a"], ["a"]]), BUSY);
});

test("what a server tells is heard by every other as it was told, and by those that have lost their connection again afterwards", async () => {
  const messages: string[] = [];
  await listen(database.url, { onMessage: (message) => void messages.push(message) });
  const own = await listen(database.url);
  own.tell([]);
  own.tell(['it\'s \\ "this"', JSON.stringify({ text: "Grüß Gott 😀\n" })]);
  await vi.waitFor(() => expect(messages).toEqual(['it\'s \\ "this"', JSON.stringify({ text: "Grüß Gott 😀\n" })]), BUSY);
  await expectHeard("beside");
  await writer.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
  );
  own.tell(["lost"]);
  await vi.waitFor(() => expect(resyncs).toBe(2), BUSY);
  own.tell(["afterwards"]);
  await vi.waitFor(() => expect(messages.at(-1)).toBe("afterwards"), BUSY);
});

test("a lost connection is opened again, and what was missed is told as a resync", async () => {
  await listen(database.url);
  for (const round of [1, 2]) {
    await writer.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
    );
    await vi.waitFor(() => expect(resyncs).toBe(round), BUSY);
    await expectHeard(`after ${round}`);
  }
});

test("a database that cannot be reached is told at once", async () => {
  await expect(listen("postgres://nobody@127.0.0.1:1/nothing")).rejects.toThrow(/ECONNREFUSED/);
});

/** A tunnel to the database that can silently drop data. */
async function openTunnel() {
  const { hostname, port } = new URL(database.url);
  const swallowing = new Set<Socket>();
  const open: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    open.push(near, far);
    for (const socket of [near, far]) socket.on("error", () => {});
    near.on("data", (data) => swallowing.has(near) || far.write(data));
    far.on("data", (data) => swallowing.has(near) || near.write(data));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    swallow: () => {
      for (const socket of open) swallowing.add(socket);
    },
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

test("a connection that has gone silent is noticed and replaced", async () => {
  const tunnel = await openTunnel();
  await listen(tunnel.url, { lookMs: 20, timeoutMs: 1_000 });
  await expectHeard("before");
  expect(resyncs).toBe(0);
  tunnel.swallow();
  await vi.waitFor(() => expect(resyncs).toBe(1), BUSY);
  await expectHeard("after");
  tunnel.close();
});

test("closing waits for no database", async () => {
  const tunnel = await openTunnel();
  const feed = await listen(tunnel.url);
  tunnel.close();
  await vi.waitFor(() => expect(warnings).toHaveLength(1), BUSY);
  await feed.close();
});
