import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LiveClient, openLiveClient } from "../../apps/server/src/testing/live-client.ts";
import { signUpTestClient, type TestClient } from "../../apps/server/src/testing/test-client.ts";
import { type ServerProcess, startServerProcess } from "../harness/server-process.ts";
import { type SystemPostgres, startSystemPostgres } from "../harness/system-postgres.ts";

/** kill -9 of either of two servers on one PostgreSQL of the system's while mutations are in flight: each is done once, or was reported as failed. */

const MUTATIONS = 200;
/** How many notes have been answered when their server is killed. */
const ANSWERED_AT_KILL = [1, 40, 120, 180];

let postgres: SystemPostgres;
let databaseUrl: string;
let sql: pg.Client;
let balancer: Awaited<ReturnType<typeof openBalancer>>;
/** The balancer sends everybody to the first. */
const nodes: ServerProcess[] = [];
let person: TestClient;
let callId: string;
const secret = randomBytes(24).toString("hex");

const startNode = () =>
  startServerProcess({
    env: { DATABASE_URL: databaseUrl, SECRET: secret, SIGN_UP: "open", LOG_LEVEL: "warn", CALL_HOST_WARM: "no" },
  });

/** One address for both nodes, which sends new connections to the chosen node. */
async function openBalancer() {
  let target = "";
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const { hostname, port } = new URL(target);
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on("error", () => {});
      one.on("close", () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead: (url: string) => {
      target = url;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

beforeAll(async () => {
  postgres = await startSystemPostgres();
  databaseUrl = await postgres.createDatabase("realtime_kill");
  sql = new pg.Client(databaseUrl);
  await sql.connect();
  balancer = await openBalancer();
  const first = await startNode();
  nodes.push(first, await startNode());
  person = await signUpTestClient(first.url);
  // The example call of a new organization.
  const calls = await person.json<{ id: string }[]>("GET", "/call");
  callId = calls.body[0]?.id ?? "";
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  balancer?.close();
  await sql?.end();
  await postgres?.stop();
});

async function countNotes(like: string): Promise<Map<string, number>> {
  const { rows } = await sql.query<{ text: string; notes: number }>(
    "select text, count(*)::int as notes from call_note where text like $1 group by text",
    [`${like}%`],
  );
  return new Map(rows.map(({ text, notes }) => [text, notes]));
}

/** Adds all notes at once. Returns the confirmed and the refused ones, when all are answered; `onAnswer` gets the count so far. */
async function addNotes(client: LiveClient, name: string, onAnswer: (answered: number) => void) {
  const texts = Array.from({ length: MUTATIONS }, (_, index) => `${name} ${index}`);
  const confirmed: string[] = [];
  const refused: string[] = [];
  await Promise.all(
    texts.map(async (text) => {
      await client.run("notes:add", { callId, text }).then(
        () => void confirmed.push(text),
        () => void refused.push(text),
      );
      onAnswer(confirmed.length + refused.length);
    }),
  );
  return { confirmed, refused };
}

test.each(ANSWERED_AT_KILL)("killed when %i of 200 mutations were answered", async (answeredAtKill) => {
  const [serving, other] = nodes as [ServerProcess, ServerProcess];
  balancer.lead(serving.url);
  const client = openLiveClient(balancer.url, () => person.orgToken);
  const bystander = openLiveClient(other.url, () => person.orgToken);
  const seen = bystander.watch("changes:latest", {});
  await expect.poll(() => seen.length).toBeGreaterThan(0);
  const told = seen.length;

  let killing: Promise<void> | undefined;
  const name = `Kill at ${answeredAtKill}:`;
  const { confirmed, refused } = await addNotes(client, name, (answered) => {
    if (killing || answered < answeredAtKill) return;
    balancer.lead(other.url);
    killing = serving.kill();
  });
  await killing;
  expect(confirmed.length + refused.length).toBe(MUTATIONS);
  const notes = await countNotes(name);
  expect(confirmed.filter((text) => notes.get(text) !== 1)).toEqual([]);
  expect(refused.filter((text) => notes.has(text))).toEqual([]);
  expect(notes.size).toBe(confirmed.length);
  // The notes themselves were valid: a client that lost a server only had to ask the other one.
  expect(refused).toEqual([]);
  // The client at the other server got them.
  await expect.poll(() => seen.length).toBeGreaterThan(told);
  await Promise.all([client.close(), bystander.close()]);

  // The other node is killed next.
  nodes.shift();
  nodes.push(await startNode());
});
