import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, runClusterUrl } from "../testing/postgres-cluster.ts";
import { type ChangeFeed, type ChangeNotice, openChangeFeed } from "./change-feed.ts";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let writer: pg.Client;
let feed: ChangeFeed | undefined;
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
  await feed?.close();
  feed = undefined;
  await writer.end();
  await database.drop();
});

async function listen(url: string, times: { probeMs?: number; probeTimeoutMs?: number } = {}): Promise<void> {
  feed = await openChangeFeed({
    url,
    notify: (payload) => writer.query("select pg_notify('change', $1)", [payload]),
    onChange: (notice) => void heard.push(notice),
    onResync: () => {
      resyncs += 1;
    },
    newId: randomUUID,
    log: pino({ level: "warn" }, { write: (line: string) => void warnings.push(JSON.parse(line).msg) }),
    ...times,
  });
}

/** Writes a squad, and says when it has been heard. */
async function expectHeard(id: string): Promise<void> {
  await writer.query(
    "insert into squad (id, org_id, created_at, updated_at, config) values ($1, 'o1', now(), now(), '{}') on conflict do nothing",
    [id],
  );
  await vi.waitFor(() => expect(heard).toContainEqual({ resource: "squad", orgId: "o1", ids: [id] }));
}

test("what another connection writes is heard, and nothing else", async () => {
  await listen(database.url);
  await expectHeard("a");
  await writer.query("notify change, 'something else'");
  await expectHeard("b");
  expect(heard.map(({ ids }) => ids)).toEqual([["a"], ["b"]]);
  expect([resyncs, warnings]).toEqual([0, ["a change notice could not be read"]]);
});

test("a lost connection is opened again, and what was missed is told as a resync", async () => {
  await listen(database.url);
  for (const round of [1, 2]) {
    await writer.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
    );
    await vi.waitFor(() => expect(resyncs).toBe(round), { timeout: 10_000 });
    await expectHeard(`after ${round}`);
  }
});

test("a database that cannot be reached is told at once", async () => {
  await expect(listen("postgres://nobody@127.0.0.1:1/nothing")).rejects.toThrow(/ECONNREFUSED/);
});

/** A way to the database that can begin to swallow what it is to pass on, without a word. */
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

test("a connection that has gone silent is noticed, replaced, and its reason told", async () => {
  const tunnel = await openTunnel();
  await listen(tunnel.url, { probeMs: 20, probeTimeoutMs: 500 });
  await expectHeard("before");
  expect(resyncs).toBe(0);
  tunnel.swallow();
  await vi.waitFor(() => expect(resyncs).toBe(1), { timeout: 20_000 });
  await expectHeard("after");
  expect(warnings[0]).toContain("set DATABASE_URL_DIRECT");
  tunnel.close();
});

test("closing waits for no database", async () => {
  const tunnel = await openTunnel();
  await listen(tunnel.url);
  tunnel.close();
  await vi.waitFor(() => expect(warnings).toHaveLength(1));
  await feed?.close();
  feed = undefined;
});
