import { randomUUID } from "node:crypto";
import { type ErrorBody, Token } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { token } from "../../../platform/auth/tables.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
  client = await server.signUp();
});
afterAll(() => server.close());

async function create(body: object = {}): Promise<Token & { value: string }> {
  const answer = await client.json<Token>("POST", "/token", body);
  expect(answer.status).toBe(201);
  const { value = "" } = answer.body;
  return { ...Token.parse(answer.body), value };
}

const statusWith = async (value: string, path = "/assistant") =>
  (await client.fetch(path, { headers: { authorization: `Bearer ${value}` } })).status;

test("a private token opens the API; its value is told once", async () => {
  const made = await create({ name: "Server" });
  expect(made).toMatchObject({ tag: "private", name: "Server", orgId: client.orgId, restrictions: { enabled: true } });
  expect(made.value).toMatch(/^cw_private_[\w-]{43}$/);
  expect(await statusWith(made.value)).toBe(200);
  const { value: _, ...rest } = made;
  const stored = async () => (await client.json("GET", `/token/${made.id}`)).body;
  await expect.poll(stored).toEqual({ ...rest, lastUsedAt: expect.any(String) });
  for (const answer of [
    await client.json("GET", "/token"),
    await client.json("PATCH", `/token/${made.id}`, { name: "Same" }),
    await client.json("DELETE", `/token/${made.id}`),
    await client.json("POST", `/token/${made.id}/restore`),
  ])
    expect(JSON.stringify(answer.body)).not.toContain(made.value);
});

test("a private token is an editor: it makes assistants, and no tokens", async () => {
  const { value } = await create();
  const send = (path: string) =>
    client.fetch(path, {
      method: "POST",
      headers: { authorization: `Bearer ${value}`, "content-type": "application/json" },
      body: "{}",
    });
  expect((await send("/assistant")).status).toBe(201);
  const refused = await send("/token");
  expect([refused.status, await refused.json()]).toMatchObject([403, { message: expect.stringContaining("'editor'") }]);
});

test("a public token's value can be read again", async () => {
  const made = await create({ tag: "public" });
  expect(made.value).toMatch(/^cw_public_[\w-]{43}$/);
  expect(made.restrictions).toEqual({ enabled: true, allowTransientAssistant: true });
  expect((await client.json<Token>("GET", `/token/${made.id}`)).body.value).toBe(made.value);
  expect(await statusWith(made.value)).toBe(401);
});

test("deleted, disabled, and back: each counts from the next request on", async () => {
  const { id, value } = await create();
  const restrict = (enabled: boolean) => client.json("PATCH", `/token/${id}`, { restrictions: { enabled } });
  await restrict(false);
  const refused = await client.fetch("/assistant", { headers: { authorization: `Bearer ${value}` } });
  expect([refused.status, await refused.json()]).toMatchObject([
    401,
    { code: "token-disabled", message: expect.stringContaining("Enable it") },
  ]);
  await restrict(true);
  expect(await statusWith(value)).toBe(200);
  await client.json("DELETE", `/token/${id}`);
  expect(await statusWith(value)).toBe(401);
  expect((await client.json("GET", `/token/${id}`)).status).toBe(404);
  expect((await client.json("DELETE", `/token/${id}`)).status).toBe(404);
  expect((await client.json("POST", `/token/${id}/restore`)).status).toBe(200);
  expect(await statusWith(value)).toBe(200);
  await client.json("DELETE", `/token/${id}`);
  const deletedAt = new Date(nowMs - 30 * 86_400_000);
  await server.context.db.update(token).set({ deletedAt }).where(eq(token.id, id));
  expect((await client.json("POST", `/token/${id}/restore`)).status).toBe(404);
});

test("assistants that are listed leave no room for one that a page brings", async () => {
  const ids = [randomUUID()];
  const made = await create({ tag: "public", restrictions: { allowedAssistantIds: ids, allowTransientAssistant: true } });
  expect(made.restrictions).toEqual({ enabled: true, allowedAssistantIds: ids, allowTransientAssistant: false });
});

test("PATCH replaces restrictions whole, and null clears", async () => {
  const { id } = await create({ tag: "public", name: "Shop", restrictions: { allowedOrigins: ["https://shop.example/"] } });
  const patch = async (body: object) => (await client.json<Token>("PATCH", `/token/${id}`, body)).body;
  expect((await patch({})).restrictions.allowedOrigins).toEqual(["https://shop.example"]);
  expect((await patch({ restrictions: { allowTransientAssistant: false } })).restrictions).toEqual({
    enabled: true,
    allowTransientAssistant: false,
  });
  const cleared = await patch({ name: null, restrictions: null });
  expect(cleared.restrictions).toEqual({ enabled: true, allowTransientAssistant: true });
  expect(cleared).not.toHaveProperty("name");
});

test.each([
  [{ tag: "secret" }, "tag must be one of: private, public"],
  [{ name: "x".repeat(41) }, "name must have at most 40 characters"],
  [{ value: "mine" }, "property value should not exist"],
  [
    { tag: "public", restrictions: { allowedOrigins: ["shop.example"] } },
    "restrictions.allowedOrigins.0 must be an origin like https://www.example.com",
  ],
  [{ tag: "public", restrictions: { allowedOrigins: [] } }, "restrictions.allowedOrigins must have at least 1 entry"],
  [{ restrictions: { allowedOrigins: ["https://shop.example"] } }, "restrictions.allowedOrigins is for public tokens only"],
  [{ restrictions: { allowTransientAssistant: false } }, "restrictions.allowTransientAssistant is for public tokens only"],
])("%j is refused: %s", async (body, problem) => {
  expect(await client.json<ErrorBody>("POST", "/token", body)).toMatchObject({ status: 400, body: { message: [problem] } });
});

test("a token stays what it is", async () => {
  const { id } = await create({ tag: "public" });
  expect((await client.json("PATCH", `/token/${id}`, { tag: "public" })).status).toBe(200);
  expect(await client.json<ErrorBody>("PATCH", `/token/${id}`, { tag: "private" })).toMatchObject({
    status: 400,
    body: { message: ["tag must stay public; create another token instead"] },
  });
});

test("lists are newest first, filtered and cut, and hold the organization's own", async () => {
  const other = await server.signUp();
  const made = [];
  for (let index = 0; index < 3; index += 1) {
    nowMs += 1;
    made.unshift((await other.json<Token>("POST", "/token", { tag: "public" })).body.id);
  }
  const list = async (query: string) => (await other.json<Token[]>("GET", `/token${query}`)).body.map(({ id }) => id);
  expect(await list("")).toEqual(made);
  expect(await list("?limit=1")).toEqual(made.slice(0, 1));
  expect(await list(`?createdAtLt=${new Date(nowMs).toISOString()}`)).toEqual(made.slice(1));
  expect((await client.json("GET", `/token/${made[0]}`)).status).toBe(404);
});
