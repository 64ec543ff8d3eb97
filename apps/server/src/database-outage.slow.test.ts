import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "./platform/config/config.ts";
import { type RunningServer, startServer } from "./server.ts";
import { createTestDatabase, runClusterUrl } from "./testing/postgres-cluster.ts";
import { signUpTestClient } from "./testing/test-client.ts";

/** A database behind a relay, which a test can take down. */
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let relay: Server;
let relayPort = 0;
const sockets = new Set<Socket>();
let server: RunningServer;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "callwright-outage-"));
  database = await createTestDatabase(runClusterUrl() ?? "", `outage_${process.pid}`);
  const url = new URL(database.url);
  const target = { port: Number(url.port), host: url.hostname };
  relay = createServer((socket) => {
    const upstream = connect(target);
    for (const end of [socket, upstream]) sockets.add(end.on("error", () => end.destroy()));
    socket.pipe(upstream).pipe(socket);
  });
  await listen(0);
  url.port = String(relayPort);
  const env = { PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent", CALL_HOST_WARM: "no", SIGN_UP: "open" };
  server = await startServer({ ...parseConfig({ ...env, DATABASE_URL: url.href }), dataDir });
});

afterAll(async () => {
  await server?.close();
  await takeDown();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function listen(port: number): Promise<void> {
  relay.listen(port, "127.0.0.1");
  await once(relay, "listening");
  const address = relay.address();
  relayPort = typeof address === "object" && address ? address.port : port;
}

async function takeDown(): Promise<void> {
  if (!relay.listening) return;
  const closed = once(relay, "close");
  relay.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await closed;
}

test("without its database the server says 503, and is ready again when the database is back", async () => {
  const { cookie } = await signUpTestClient(server.url);
  const health = async () => (await fetch(`${server.url}/health`)).status;
  const session = async () =>
    (await fetch(`${server.url}/api/auth/get-session?disableCookieCache=true`, { headers: { cookie } })).status;
  expect([await health(), await session()]).toEqual([200, 200]);
  await takeDown();
  await expect.poll(health).toBe(503);
  expect(await session()).toBe(503);
  await listen(relayPort);
  await expect.poll(health).toBe(200);
  expect(await session()).toBe(200);
});
