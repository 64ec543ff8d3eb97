import { type Assistant, type AuditEvent, type Connection, type ErrorBody, HOST_PATH, type Token } from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAuth } from "../../../platform/auth/auth.ts";
import { createMintOrgToken } from "../../../platform/auth/org-token.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { hostConnection } from "../tables.ts";

/** Organization A of one server works with the data of organization B of another server, which does not know about A. */
let here: TestServer;
let there: TestServer;
let stranger: TestClient;
let b: TestClient;
let key: string;
let a: TestClient;

const config = { allowPrivateAddresses: true };

beforeAll(async () => {
  [here, there] = await Promise.all([startTestServer({ config }), startTestServer()]);
  [stranger, b] = await Promise.all([here.signUp(), there.signUp()]);
  key = await privateKeyOf(b);
});

beforeEach(async () => {
  a = await here.signUp();
});

afterAll(() => Promise.all([here?.close(), there?.close()]));

async function privateKeyOf(client: TestClient): Promise<string> {
  return (await client.json<Token>("POST", "/token", { tag: "private" })).body.value ?? "";
}

const connect = (client: TestClient, more: object = {}) =>
  client.json<Connection & ErrorBody>("PUT", "/connection", { url: there.url, privateKey: key, ...more });

const createThere = async (body: object) => (await a.json<Assistant>("POST", `${HOST_PATH}/assistant`, body)).body;

test("without a connection there is none, and nothing is sent on", async () => {
  expect((await a.json("GET", "/connection")).body).toEqual({ enabled: false });
  expect(await a.json("GET", `${HOST_PATH}/assistant`)).toMatchObject({ status: 409, body: { code: "host-not-connected" } });
});

test("an organization lists, makes, changes and deletes what another one has at another host", async () => {
  expect(await connect(a)).toMatchObject({ status: 200, body: { url: there.url, enabled: true, isCallwright: true } });
  const { id } = await createThere({ name: "Over there" });
  expect((await b.json<Assistant>("GET", `/assistant/${id}`)).body.name).toBe("Over there");
  expect((await a.json("GET", `/assistant/${id}`)).status).toBe(404);
  const address = `${HOST_PATH}/assistant/${id}`;
  expect((await a.json("PATCH", address, { name: "Changed" })).status).toBe(200);
  expect((await a.json("GET", `${HOST_PATH}/assistant?limit=1`)).body).toMatchObject([{ id, name: "Changed" }]);
  expect((await a.json("DELETE", address)).status).toBe(200);
  expect((await b.json("GET", `/assistant/${id}`)).status).toBe(404);
  expect((await a.json("POST", `${address}/restore`)).body).toMatchObject({ id, name: "Changed" });
});

test("who has changed something there is told in the audit log here", async () => {
  await connect(a);
  const { id } = await createThere({ name: "Over there" });
  await a.json("GET", `${HOST_PATH}/assistant/${id}`);
  await a.json("PATCH", `${HOST_PATH}/assistant/${id}`, { name: 7 });
  await a.json("DELETE", `${HOST_PATH}/assistant/${id}`);
  const host = new URL(there.url).host;
  expect((await a.json<AuditEvent[]>("GET", `/org/${a.orgId}/audit?actorId=${a.userId}`)).body.slice(0, 3)).toMatchObject([
    { action: "deleteAssistant", targetId: id, targetName: host },
    { action: "createAssistant", targetName: host },
    { action: "saveConnection" },
  ]);
});

test("the host's errors come as they are", async () => {
  await connect(a);
  const missing = await a.json<ErrorBody>("GET", `${HOST_PATH}/assistant/00000000-0000-4000-8000-000000000000`);
  expect(missing).toMatchObject({ status: 404, body: { code: "not-found", message: "Assistant not found." } });
  const invalid = await a.json<ErrorBody>("POST", `${HOST_PATH}/assistant`, { name: 7 });
  expect(invalid).toMatchObject({ status: 400, body: { message: ["name must be a string"] } });
});

test("files go up as they come", async () => {
  await connect(a);
  const file = new File(["opening hours: 9 to 5\n".repeat(50_000)], "hours.txt", { type: "text/plain" });
  const form = new FormData();
  form.append("file", file);
  const made = (await (await a.fetch(`${HOST_PATH}/file`, { method: "POST", body: form })).json()) as { id: string };
  expect(await b.json("GET", `/file/${made.id}`)).toMatchObject({ status: 200, body: { name: "hours.txt", bytes: file.size } });
});

test("a chat streams", async () => {
  await connect(a);
  const model = { provider: "callwright", model: "builtin" };
  const { id: assistantId } = await createThere({ model });
  const answer = await a.fetch(`${HOST_PATH}/chat/web`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ assistantId, input: "Hello", stream: true }),
  });
  expect(answer.headers.get("content-type")).toContain("text/event-stream");
  expect(await answer.text()).toMatch(/"delta".*\[DONE\]/s);
});

test("the key is in no answer and no row", async () => {
  const answers = [await connect(a), await a.json("GET", "/connection"), await a.json("GET", `${HOST_PATH}/assistant`)];
  const rows = await here.context.db.select().from(hostConnection);
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify([answers, rows])).not.toContain(key);
});

test("a key that is kept goes to its own host alone", async () => {
  await connect(a);
  expect((await connect(a, { privateKey: undefined, enabled: false })).body).toMatchObject({ enabled: false });
  expect(await a.json("GET", `${HOST_PATH}/assistant`)).toMatchObject({ status: 409 });
  expect((await connect(a, { privateKey: undefined })).body).toMatchObject({ enabled: true });
  const elsewhere = await connect(a, { privateKey: undefined, url: here.url });
  expect(elsewhere).toMatchObject({ status: 400, body: { code: "host-key-missing" } });
  expect((await a.json("DELETE", "/connection")).body).toEqual({ enabled: false });
  expect((await connect(a, { privateKey: undefined })).status).toBe(400);
});

test("another organization has no part in it", async () => {
  await connect(a);
  expect((await stranger.json("GET", "/connection")).body).toEqual({ enabled: false });
  expect((await stranger.json("GET", `${HOST_PATH}/assistant`)).status).toBe(409);
});

test("a role counts here, whatever the key opens there", async () => {
  await connect(a);
  const auth = createAuth({ ...here.context, onSignUp: async () => {} });
  const mint = createMintOrgToken(auth, () => new Date(), here.context.newId);
  const as = async (role: "viewer" | "editor", method: string, path: string, body?: object) => {
    const { token } = await mint({ userId: a.userId, sessionId: a.sessionId, orgId: a.orgId, role });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    return (await fetch(here.url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })).status;
  };
  expect(await as("viewer", "GET", `${HOST_PATH}/assistant`)).toBe(200);
  expect(await as("viewer", "POST", `${HOST_PATH}/assistant`, {})).toBe(403);
  expect(await as("editor", "POST", `${HOST_PATH}/assistant`, {})).toBe(201);
  expect(await as("editor", "POST", `${HOST_PATH}/token`, {})).toBe(403);
  expect(await as("editor", "PUT", "/connection", { url: there.url, privateKey: key })).toBe(403);
});

test("visitors, pages of other origins and paths that are not the platform's do not get through", async () => {
  await connect(a);
  const { value } = (await a.json<Token>("POST", "/token", { tag: "public" })).body;
  const visitor = await a.fetch(`${HOST_PATH}/call/web`, { method: "POST", headers: { authorization: `Bearer ${value}` } });
  expect([visitor.status, await visitor.json()]).toMatchObject([401, { code: "token-public" }]);
  const page = await a.fetch(`${HOST_PATH}/assistant`, { headers: { origin: "https://elsewhere.example" } });
  expect(page.status).toBe(403);
  // The dashboard shows what the other host can run.
  expect(await a.json("GET", `${HOST_PATH}/server-status`)).toMatchObject({ status: 200, body: { version: expect.any(String) } });
  for (const path of ["/connection", "/health", "/assistant/..%2Forg", "/api/auth/token"])
    expect((await a.json("GET", HOST_PATH + path)).status).toBe(404);
});

test("connections do not go in circles", async () => {
  const circle = { url: here.url + HOST_PATH, privateKey: await privateKeyOf(a) };
  await connect(a, { ...circle, enabled: false });
  expect(await a.json("GET", `${HOST_PATH}/assistant`)).toMatchObject({ status: 409 });
  await connect(a);
  const second = await connect(stranger, circle);
  expect(second.status).toBe(200);
  expect(await stranger.json("GET", `${HOST_PATH}/assistant`)).toMatchObject({ status: 400, body: { code: "host-loop" } });
  await stranger.json("DELETE", "/connection");
});

test("a host that is not there, is private, refuses the key or is something else is told by what to change", async () => {
  const refusal = async (more: object) => (await connect(a, more)).body;
  expect(await refusal({ url: "http://127.0.0.1:1" })).toMatchObject({
    statusCode: 502,
    code: "host-unreachable",
    message: "127.0.0.1:1 cannot be reached: nothing listens there. Check its URL and that it is running.",
  });
  expect(await refusal({ privateKey: "wrong" })).toMatchObject({ statusCode: 400, code: "host-key-refused" });
  expect(await refusal({ url: `${there.url}/nothing` })).toMatchObject({ statusCode: 400, code: "host-not-platform" });
  expect(await refusal({ url: "ftp://host.example" })).toMatchObject({ statusCode: 400 });
  expect(await refusal({ url: "https://name:word@host.example" })).toMatchObject({ statusCode: 400 });
  expect((await a.json("GET", "/connection")).body).toEqual({ enabled: false });
});

test("a private address is refused unless the operator allows it", async () => {
  const client = await there.signUp();
  const answer = await client.json<ErrorBody>("PUT", "/connection", { url: here.url, privateKey: "any" });
  expect(answer).toMatchObject({ status: 400, body: { code: "host-address-private" } });
  expect(answer.body.message).toContain("ALLOW_PRIVATE_ADDRESSES");
});
