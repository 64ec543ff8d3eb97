import { once } from "node:events";
import { request } from "node:http";
import type { Change, LiveLine } from "@callwright/contract";
import { ConvexHttpClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { afterEach, expect, test, vi } from "vitest";
import { startCallServer } from "../../modules/call/runtime/testing/call-server.ts";
import { authClient } from "../../testing/auth-client.ts";
import { type LiveClient, openLiveClient } from "../../testing/live-client.ts";
import { startTestServer, type TestServer, type TestServerOptions } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

const servers: TestServer[] = [];
const clients: LiveClient[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  for (const server of servers.splice(0).reverse()) await server.close();
});

async function start(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  servers.push(server);
  return server;
}

/** Another server on the same database. */
const startBeside = ({ context: { config } }: TestServer) =>
  start({ config: { databaseUrl: config.databaseUrl, secret: config.secret } });
/** Long enough for a busy machine. */
const BUSY = { timeout: 30_000 };
const SHARED = { config: { secret: "of every node of this database, and long" } };

function open(server: TestServer, token: string | null): LiveClient {
  const client = openLiveClient(server.url, () => token);
  clients.push(client);
  return client;
}

/** The changes of a resource that the client got last. */
function watchChanges(client: LiveClient): (resource: Change["resource"]) => string[] {
  const answers = client.watch("changes:latest", {});
  return (resource) => {
    const last = answers.at(-1);
    if (!last || last instanceof Error) throw last ?? new Error("nothing has been answered yet");
    return last.find((change) => change.resource === resource)?.ids ?? [];
  };
}

/** What a query's last answer says of its failure. */
const failureOf = (answers: readonly unknown[] | undefined) => (answers?.at(-1) as { data?: unknown } | undefined)?.data;

async function createSquad(person: TestClient): Promise<string> {
  const assistant = await person.json<{ id: string }>("POST", "/assistant", { name: "Riley" });
  const { status, body } = await person.json<{ id: string }>("POST", "/squad", { members: [{ assistantId: assistant.body.id }] });
  expect(status).toBe(201);
  return body.id;
}

test("a write through one server is seen by a client of another, and by nobody of another organization", async () => {
  const first = await start(SHARED);
  const second = await startBeside(first);
  const [maria, paul] = [await first.signUp(), await first.signUp()];
  const ofMaria = watchChanges(open(second, maria.orgToken));
  const ofPaul = watchChanges(open(second, paul.orgToken));
  await vi.waitFor(() => expect([ofMaria("squad"), ofPaul("squad")]).toEqual([[], []]), BUSY);
  const ids = [await createSquad(maria)];
  await expect.poll(() => ofMaria("squad")).toEqual(ids);
  ids.push(await createSquad(maria));
  await expect.poll(() => ofMaria("squad")).toEqual(ids);
  const ownSquad = await createSquad(paul);
  await expect.poll(() => ofPaul("squad")).toEqual([ownSquad]);
  expect(ofMaria("squad")).toEqual(ids);
});

test("who is called otherwise from now on is a member that has changed", async () => {
  const server = await start();
  const maria = await server.signUp();
  const changes = watchChanges(open(server, maria.orgToken));
  await vi.waitFor(() => expect(changes("member")).toEqual([]), BUSY);
  const renamed = await fetch(`${server.url}/api/auth/update-user`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie: maria.cookie, origin: server.url },
    body: JSON.stringify({ name: "Maria Costa" }),
  });
  expect(renamed.status).toBe(200);
  await expect.poll(() => changes("member")).toEqual([maria.userId]);
});

test("what is being said in a call of one server is read at another as it is said", { tags: "long" }, async () => {
  const { server, client, pool, createCall } = await startCallServer(SHARED.config);
  servers.push(server);
  const other = await startBeside(server);
  const { id } = await createCall();
  pool.join(id);
  const answers = open(other, client.orgToken).watch("calls:transcript", { id });
  const lines = () => (answers.at(-1) as LiveLine[] | undefined)?.map(({ text, isPartial }) => `${text}${isPartial ? "…" : ""}`);
  await vi.waitFor(() => expect(lines()).toEqual([]), BUSY);
  for (const text of ["Are you", "Are you open"]) {
    pool.speak(id, "user", text);
    await expect.poll(lines).toEqual([`${text}…`]);
  }
  pool.happen(id, "user.said", { text: "Are you open today?", startMs: 0, endMs: 500, turn: 0, typed: false });
  await expect.poll(lines).toEqual(["Are you open today?"]);
  const theirs = open(other, (await server.signUp()).orgToken).watch("calls:transcript", { id });
  pool.speak(id, "assistant", "Yes,");
  await expect.poll(lines).toEqual(["Are you open today?", "Yes,…"]);
  await expect.poll(() => theirs).toEqual([[]]);
});

test("the client that asks once over HTTP runs queries, mutations and actions", async () => {
  const server = await start();
  const maria = await server.signUp();
  const client = new ConvexHttpClient(server.url, { logger: false });
  const ask = (kind: "query" | "mutation" | "action", path: string, args: Record<string, Value>) => {
    const run = client[kind].bind(client) as unknown as (reference: object, args: object) => Promise<unknown>;
    return run(makeFunctionReference(path), args);
  };
  await expect(ask("query", "changes:latest", {})).rejects.toMatchObject({ data: { code: "unauthorized" } });
  client.setAuth(maria.orgToken);
  // The sample call.
  const [{ id: callId } = { id: "" }] = (await ask("query", "calls:list", { limit: 5 })) as { id: string }[];
  expect(await ask("query", "calls:get", { id: callId })).toMatchObject({ id: callId, status: "ended" });
  expect(await ask("mutation", "notes:add", { callId, text: "Hello" })).toMatchObject({ text: "Hello" });
  expect((await maria.json("GET", `/call/${callId}/note`)).body).toMatchObject([{ text: "Hello" }]);
  const unknown = { callId: crypto.randomUUID(), text: "Hello" };
  await expect(ask("mutation", "notes:add", unknown)).rejects.toMatchObject({ data: { code: "not-found" } });
  const terminalId = crypto.randomUUID();
  expect(await ask("action", "terminals:leave", { terminalId })).toBeNull();
  await expect(ask("query", "calls:nothing", {})).rejects.toMatchObject({ data: { code: "unknown-function" } });
  await expect(ask("query", "calls:list", { limit: -1 })).rejects.toMatchObject({ data: { code: "validation-failed" } });
  client.setAuth("no-token");
  await expect(ask("query", "changes:latest", {})).rejects.toThrow(/"code":"unauthorized"/);
});

test("nobody is told anything without an organization's private token", async () => {
  const server = await start();
  const person = await server.signUp();
  const publicToken = await person.json<{ value: string }>("POST", "/token", { tag: "public" });
  for (const token of [null, publicToken.body.value, person.userToken]) {
    const answers = open(server, token).watch("changes:latest", {});
    await expect.poll(() => failureOf(answers)).toMatchObject({ code: "unauthorized" });
  }
  const privateToken = await person.json<{ value: string }>("POST", "/token", { tag: "private" });
  const changes = watchChanges(open(server, privateToken.body.value));
  // The change by which the token was made can be among the first answer.
  await vi.waitFor(() => expect(changes("squad")).toEqual([]), BUSY);
});

test("arguments that do not fit are told with what is wrong", async () => {
  const server = await start();
  const person = await server.signUp();
  const answers = open(server, person.orgToken).watch("changes:latest", { nothing: 1 } as never);
  await expect
    .poll(() => failureOf(answers))
    .toEqual({
      code: "validation-failed",
      message: "property nothing should not exist",
    });
});

test("who is taken out of an organization is told nothing any more, at whichever server that was done", async () => {
  const first = await start(SHARED);
  const second = await startBeside(first);
  const maria = await first.signUp();
  const { body: token } = await maria.json<{ id: string; value: string }>("POST", "/token", { tag: "private" });
  const byToken = open(second, token.value);
  const byMember = open(second, maria.orgToken);
  const answers = [byToken, byMember].map((client) => client.watch("changes:latest", {}));
  for (const each of answers) await expect.poll(() => each.length).toBeGreaterThan(0);
  await maria.json("PATCH", `/token/${token.id}`, { restrictions: { enabled: false } });
  await expect.poll(() => byToken.signedIn.at(-1)).toBe(false);
  await expect.poll(() => failureOf(answers[0])).toMatchObject({ code: "unauthorized" });
  expect(byMember.signedIn.at(-1)).toBe(true);
  const left = await fetch(`${first.url}/org/${maria.orgId}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${maria.orgToken}` },
  });
  expect(left.status).toBeLessThan(300);
  await expect.poll(() => byMember.signedIn.at(-1)).toBe(false);
});

test("who signs out is told nothing any more, at whichever server, and stays signed in elsewhere", async () => {
  const first = await start(SHARED);
  const second = await startBeside(first);
  const maria = await first.signUp();
  const elsewhere = authClient(first.url);
  await elsewhere.post("/sign-in/email", { email: maria.email, password: maria.password });
  const { token: userToken } = (await elsewhere.get("/token")).body;
  const headers = { authorization: `Bearer ${userToken}` };
  const orgAuth = (await (await fetch(`${first.url}/org/${maria.orgId}/auth`, { headers })).json()) as { token: string };
  const ending = open(second, orgAuth.token);
  const staying = open(second, maria.orgToken);
  const answers = [ending, staying].map((client) => client.watch("changes:latest", {}));
  for (const each of answers) await expect.poll(() => each.length).toBeGreaterThan(0);
  await elsewhere.post("/sign-out");
  await expect.poll(() => ending.signedIn.at(-1)).toBe(false);
  await expect.poll(() => failureOf(answers[0])).toMatchObject({ code: "unauthorized" });
  expect(staying.signedIn.at(-1)).toBe(true);
});

test("a server that ends tells its clients, and they find the one that takes its place", { tags: "long" }, async () => {
  const lasting = await start(SHARED);
  const ending = await startBeside(lasting);
  const maria = await lasting.signUp();
  const client = open(ending, maria.orgToken);
  const answers = client.watch("changes:latest", {});
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  servers.splice(servers.indexOf(ending), 1);
  await ending.close();
  await expect.poll(() => client.isConnected()).toBe(false);
  const told = answers.length;
  const { databaseUrl, secret } = lasting.context.config;
  await start({ config: { port: ending.port, databaseUrl, secret } });
  // The client missed the changes; its old revisions reveal that.
  await expect.poll(() => answers.length).toBeGreaterThan(told);
  const id = await createSquad(maria);
  await expect.poll(() => JSON.stringify(answers.at(-1))).toContain(id);
});

/** The status of an upgrade from a page of this origin. */
async function upgrade(server: TestServer, path: string, origin?: string): Promise<number | undefined> {
  const headers = {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...(origin ? { origin } : {}),
  };
  const asking = request({ host: "127.0.0.1", port: server.port, path, headers }).end();
  const [answer] = (await Promise.race([once(asking, "upgrade"), once(asking, "response")])) as [{ statusCode?: number }];
  asking.destroy();
  return answer.statusCode;
}

test("only the server's own pages get a live connection, and only at its path", async () => {
  const server = await start();
  const own = `http://127.0.0.1:${server.port}`;
  expect(await upgrade(server, "/api/1.48.0/sync", own)).toBe(101);
  expect(await upgrade(server, "/api/1.48.0/sync")).toBe(101);
  expect(await upgrade(server, "/api/1.48.0/sync", "https://elsewhere.example")).toBe(403);
  expect(await upgrade(server, "/assistant", own)).toBe(404);
});

test("with PUBLIC_URL only its origin counts", async () => {
  const server = await start({ config: { publicUrl: "https://voice.example.com" } });
  expect(await upgrade(server, "/api/1.48.0/sync", "https://voice.example.com")).toBe(101);
  expect(await upgrade(server, "/api/1.48.0/sync", `http://127.0.0.1:${server.port}`)).toBe(403);
});
