import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { platformRoutes } from "@callwright/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "../../platform/config/logger.ts";
import { createTestDatabase, openTestCluster, type TestCluster } from "../../testing/postgres-cluster.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { restore } from "./commands.ts";
import { backupTables } from "./create-backup.ts";
import { RELEASE_ASSISTANT, RELEASE_FILE, RELEASE_PERSON, RELEASE_SECRET } from "./testing/release-backup.ts";

/** Backups of earlier releases, by the day on which they were made. `testing/release-backup.ts` makes one. */
const FOLDER = fileURLToPath(new URL("testing/releases", import.meta.url));
const archives = (await readdir(FOLDER)).filter((name) => name.endsWith(".tar.gz"));

/** Tables that hold nothing in a backup of a server that was not being used, that a restore fills, or that are newer than a backup. */
const EMPTY = [
  "attempt",
  "call_command",
  "call_export",
  "call_take_over",
  "device_code",
  "erasure",
  "first_account",
  "host_connection",
  "idempotency_key",
  "knowledge_vector",
  "org_spending",
  "personality",
  "provider_resource",
  "realtime_mutation",
  "simulation",
  "squad_draft",
  "squad_version",
  "test_attempt",
  "test_suite_run",
  "tool_run",
  "verification",
  "webhook_attempt",
  "webhook_delivery",
  "webhook_question",
  "webhook_terminal",
  "workflow_draft",
  "workflow_version",
];

let cluster: TestCluster;
let folder: string;
beforeAll(async () => {
  cluster = await openTestCluster();
  folder = await mkdtemp(join(tmpdir(), "callwright-upgrade-"));
});
afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true });
});

interface Restored {
  server: TestServer;
  /** How many rows each table has. */
  rows: Record<string, number>;
  close: () => Promise<void>;
}

/** A server of this release on the backup of another one, as docs/deploy.md restores it. */
async function startOn(archive: string, name: string): Promise<Restored> {
  const database = await createTestDatabase(cluster.adminUrl, `upgrade_${name}`);
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query("drop schema public, auth, drizzle, pgboss cascade; create schema public");
  const config = {
    databaseUrl: database.url,
    dataDir: join(folder, name),
    secret: RELEASE_SECRET,
    blobStore: undefined,
    publicUrl: undefined,
  };
  const told = await restore(config, createLogger({ logLevel: "silent" }), join(FOLDER, archive), new AbortController().signal);
  expect(told).toContain("It is complete and unchanged.");
  const rows: Record<string, number> = {};
  for (const table of backupTables()) {
    const counted = await client.query<{ n: number }>(`select count(*)::int as n from ${table.schema}."${table.name}"`);
    rows[table.name] = counted.rows[0]?.n ?? 0;
  }
  await client.end();
  const server = await startTestServer({ config: { ...config, allowPrivateAddresses: true } });
  return {
    server,
    rows,
    close: async () => {
      await server.close();
      await database.drop();
    },
  };
}

/** Signs in with the password of the older release. */
async function signIn({ url }: TestServer) {
  const { email, password } = RELEASE_PERSON;
  const headers = { "content-type": "application/json", origin: url };
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email, password }),
  });
  expect(signedIn.status).toBe(200);
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const json = async <Body>(path: string, init?: RequestInit) => (await (await fetch(`${url}${path}`, init)).json()) as Body;
  const { token } = await json<{ token: string }>("/api/auth/token", { headers: { cookie } });
  const asUser = { headers: { authorization: `Bearer ${token}` } };
  const [org] = await json<{ id: string }[]>("/org", asUser);
  const { accessToken } = await json<{ accessToken: string }>(`/org/${org?.id}/auth`, asUser);
  return async <Body>(method: string, path: string, body?: unknown): Promise<{ status: number; body: Body }> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const authorized = { authorization: `Bearer ${accessToken}`, "content-type": "application/json" };
    const answer = await fetch(`${url}${path}`, { method, headers: authorized, ...sent });
    return { status: answer.status, body: (await answer.json()) as Body };
  };
}

type Send = Awaited<ReturnType<typeof signIn>>;
const assistantsOf = async (send: Send) => (await send<(typeof RELEASE_ASSISTANT & { id: string })[]>("GET", "/assistant")).body;

test.each(archives)("the backup %s is restored, used and rolled back", { timeout: 300_000 }, async (archive) => {
  const upgraded = await startOn(archive, "new");
  const missing = Object.entries(upgraded.rows).flatMap(([name, rows]) => (rows === 0 && !EMPTY.includes(name) ? [name] : []));
  expect(missing, "tables without a row of the older release").toEqual([]);
  const send = await signIn(upgraded.server);

  // No list has a row that this release cannot return.
  const lists = Object.entries(platformRoutes).flatMap(([name, { path, scope }]) =>
    name.startsWith("list") && scope === "private" && !path.includes("{") ? [path] : [],
  );
  for (const path of lists) expect.soft((await send("GET", path)).status, path).toBeLessThan(500);
  const kept = (await assistantsOf(send)).find(({ name }) => name === RELEASE_ASSISTANT.name);
  expect(kept).toMatchObject(RELEASE_ASSISTANT);
  const [file] = (await send<{ url: string }[]>("GET", "/file")).body;
  expect(await (await fetch(file?.url ?? "")).text()).toBe(RELEASE_FILE);

  // It is used: new rows beside the old ones.
  expect((await send("POST", "/assistant", { name: "Made after the upgrade" })).status).toBe(201);
  const chat = await send<{ output: { content: string }[] }>("POST", "/chat", { assistantId: kept?.id, input: "Hello again" });
  expect(chat.body.output).not.toEqual([]);
  expect((await send("PATCH", `/assistant/${kept?.id}`, { firstMessage: "Hello." })).status).toBe(200);
  await upgraded.close();

  // The way back: the same backup, in place of what the upgrade has left.
  const back = await startOn(archive, "back");
  expect(back.rows).toEqual(upgraded.rows);
  const assistants = await assistantsOf(await signIn(back.server));
  expect(assistants.map(({ name }) => name)).not.toContain("Made after the upgrade");
  expect(assistants.find(({ name }) => name === RELEASE_ASSISTANT.name)).toMatchObject(RELEASE_ASSISTANT);
  await back.close();
});
