import type { Assistant, AssistantDraft, AssistantVersion, ErrorBody, PageMetadata } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { assistant } from "./tables.ts";

let server: TestServer;
let client: TestClient;
let nowMs = Date.now();
beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
  client = await server.signUp();
});
afterAll(() => server.close());

const model = { provider: "openai", model: "gpt-4o", temperature: 0.5 };

async function create(config: object = { name: "Ada", model }): Promise<Assistant> {
  const { status, body } = await client.json<Assistant>("POST", "/assistant", config);
  expect(status).toBe(201);
  return body;
}

const path = (id: string, rest = "") => `/assistant/${id}${rest}`;
const saveFirstDraft = (id: string, config: object) =>
  client.json<AssistantDraft>("PUT", path(id, "/draft"), { revision: 0, config });
const publish = (id: string, force = false) => client.json<Assistant & ErrorBody>("POST", path(id, "/publish"), { force });

test("create answers what was sent, with id, times and version 1", async () => {
  const made = await create({ name: "Ada", model: { ...model, ownField: { kept: true } }, metadata: { note: "日本 🎉" } });
  expect(made).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    orgId: client.orgId,
    createdAt: new Date(nowMs).toISOString(),
    updatedAt: new Date(nowMs).toISOString(),
    latestVersion: "v1",
    name: "Ada",
    model: { ...model, ownField: { kept: true } },
    metadata: { note: "日本 🎉" },
    warnings: [{ field: "model.ownField", message: expect.stringContaining("no such setting") }],
  });
  const { warnings: _, ...stored } = made;
  expect((await client.json("GET", path(made.id))).body).toEqual(stored);
});

describe("an assistant that was never published", () => {
  const createUnpublished = async () => (await client.json<Assistant>("POST", "/assistant/draft", { name: "Ada", model })).body;

  test("is listed and has no version, and calls and chats by its id are refused", async () => {
    const made = await createUnpublished();
    expect(made).toMatchObject({ name: "Ada", latestVersion: "v0" });
    expect((await client.json<Assistant[]>("GET", "/assistant")).body).toContainEqual(made);
    expect((await client.json("GET", path(made.id, "/version"))).body).toMatchObject({ results: [] });
    for (const [route, body] of [
      ["/call/web", { assistantId: made.id }],
      ["/chat", { assistantId: made.id, input: "Hello" }],
    ] as const)
      expect(await client.json("POST", route, body)).toMatchObject({ status: 400, body: { code: "assistant-unpublished" } });
  });

  test("has version 1 once it is published as it is, as a draft, or by PATCH", async () => {
    const [untouched, drafted, patched] = await Promise.all([createUnpublished(), createUnpublished(), createUnpublished()]);
    expect(await publish(untouched.id)).toMatchObject({ status: 200, body: { name: "Ada", latestVersion: "v1" } });
    expect(await saveFirstDraft(drafted.id, { name: "Grace" })).toMatchObject({ status: 200, body: { baseVersion: "v0" } });
    expect((await client.json<Assistant>("GET", path(drafted.id))).body).toMatchObject({
      name: "Grace",
      model,
      latestVersion: "v0",
    });
    expect(await publish(drafted.id)).toMatchObject({ status: 200, body: { name: "Grace", latestVersion: "v1" } });
    const { body } = await client.json<Assistant>("PATCH", path(patched.id), { name: "Mary" });
    expect(body).toMatchObject({ name: "Mary", latestVersion: "v1" });
    for (const { id } of [untouched, drafted, patched])
      expect((await client.json<{ results: AssistantVersion[] }>("GET", path(id, "/version"))).body.results).toHaveLength(1);
  });
});

test("an id in capitals is the same id", async () => {
  const { id } = await create();
  expect((await client.json("GET", path(id.toUpperCase()))).status).toBe(200);
});

test("PATCH merges by top-level field, null clears, and each change is a version", async () => {
  const { id } = await create({ name: "Ada", firstMessage: "Hi", model });
  nowMs += 1000;
  const { status, body } = await client.json<Assistant>("PATCH", path(id), {
    firstMessage: null,
    model: { provider: "openai", model: "o3" },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: "Ada", model: { provider: "openai", model: "o3" }, latestVersion: "v2" });
  expect(body).not.toHaveProperty("firstMessage");
  expect(body.model).not.toHaveProperty("temperature");
  expect(body.updatedAt).toBe(new Date(nowMs).toISOString());
  expect(body.createdAt).not.toBe(body.updatedAt);
});

test("an older name in a PATCH changes its part of a field alone", async () => {
  const server = { url: "https://old.example", headers: { "X-Key": "k" }, timeoutSeconds: 5 };
  const moved = { server: { ...server, url: "https://new.example" } };
  const number = { provider: "simulated", number: "+15550100077" };
  const node = { type: "conversation", name: "a", isStart: true };
  for (const [path, fields] of [
    ["/assistant", {}],
    ["/phone-number", number],
    ["/workflow", { name: "w", nodes: [node], edges: [] }],
  ] as const) {
    const { id } = (await client.json<{ id: string }>("POST", path, { ...fields, server })).body;
    const { status, body } = await client.json("PATCH", `${path}/${id}`, { serverUrl: "https://new.example" });
    expect.soft([path, status, body]).toMatchObject([path, 200, moved]);
    expect.soft(body).not.toHaveProperty("warnings.0.field", "serverUrl");
  }
  const { id } = await create({ compliancePlan: { pciEnabled: true, hipaaEnabled: true } });
  const patched = await client.json<Assistant>("PATCH", path(id), { hipaaEnabled: false });
  expect(patched.body.compliancePlan).toEqual({ pciEnabled: true, hipaaEnabled: false });
});

test("PUT replaces", async () => {
  const { id } = await create({ name: "Ada", firstMessage: "Hi", model });
  const { body } = await client.json<Assistant>("PUT", path(id), { name: "Bob" });
  expect(body).toMatchObject({ name: "Bob", latestVersion: "v2" });
  expect(body).not.toHaveProperty("model");
});

test("what is written back as it was read is no version", async () => {
  const made = await create();
  nowMs += 1000;
  expect((await client.json<Assistant>("PATCH", path(made.id), made)).body).toEqual(made);
  expect((await client.json<Assistant>("PUT", path(made.id), made)).body).toEqual(made);
  const versions = await client.json<{ results: AssistantVersion[] }>("GET", path(made.id, "/version"));
  expect(versions.body.results).toHaveLength(1);
});

test("changes at once are all kept, each as its own version", async () => {
  const { id } = await create();
  const answers = await Promise.all(
    [1, 2, 3, 4, 5, 6].map((n) => client.json<Assistant>("PATCH", path(id), { maxDurationSeconds: 100 + n })),
  );
  expect(answers.map(({ body }) => body.latestVersion).sort()).toEqual(["v2", "v3", "v4", "v5", "v6", "v7"]);
});

test("versions are listed newest first, by pages", async () => {
  const { id } = await create({ name: "one" });
  for (const name of ["two", "three"]) await client.json("PATCH", path(id), { name });
  type Page = { results: AssistantVersion[]; metadata: object };
  const { body } = await client.json<Page>("GET", path(id, "/version?limit=2"));
  expect(body.metadata).toEqual({ itemsPerPage: 2, totalItems: 3, currentPage: 1 });
  expect(body.results).toMatchObject([
    { assistantId: id, version: "v3", parentVersion: "v2", name: "three", createdBy: client.userId, orgId: client.orgId },
    { assistantId: id, version: "v2", parentVersion: "v1", name: "two" },
  ]);
  for (const { createdAt, updatedAt } of body.results) expect(updatedAt).toBe(createdAt);
  const last = await client.json<Page>("GET", path(id, "/version?limit=2&page=2"));
  expect(last.body.results).toMatchObject([{ version: "v1", name: "one" }]);
  expect(last.body.results[0]).not.toHaveProperty("parentVersion");
});

test("delete hides, restore brings back, with history and draft", async () => {
  const made = await create({ name: "Ada" });
  await client.json("PUT", path(made.id, "/draft"), { revision: 1, config: { name: "Ada in progress" } });
  const deleted = await client.json<Assistant>("DELETE", path(made.id));
  expect(deleted).toEqual({ status: 200, body: made });
  for (const [method, rest, body] of [
    ["GET", "", undefined],
    ["PATCH", "", {}],
    ["PUT", "", {}],
    ["DELETE", "", undefined],
    ["GET", "/version", undefined],
    ["GET", "/draft", undefined],
    ["PUT", "/draft", { revision: 1, config: {} }],
    ["PATCH", "/draft", { revision: 1, changes: [{ path: ["name"], to: "Ada" }] }],
    ["POST", "/publish", {}],
  ] as const)
    expect((await client.json(method, path(made.id, rest), body)).status).toBe(404);
  const list = await client.json<Assistant[]>("GET", "/assistant");
  expect(list.body.map(({ id }) => id)).not.toContain(made.id);

  expect(await client.json("POST", path(made.id, "/restore"))).toMatchObject({
    status: 200,
    body: { id: made.id, latestVersion: "v1" },
  });
  expect((await client.json<AssistantDraft>("GET", path(made.id, "/draft"))).body.config).toEqual({ name: "Ada in progress" });
  expect((await client.json("POST", path(made.id, "/restore"))).status).toBe(200);
});

test("after 30 days there is nothing to restore", async () => {
  const { id } = await create();
  await client.json("DELETE", path(id));
  const days = (count: number) => new Date(nowMs - count * 86_400_000);
  await server.context.db
    .update(assistant)
    .set({ deletedAt: days(30.1) })
    .where(eq(assistant.id, id));
  expect((await client.json("POST", path(id, "/restore"))).status).toBe(404);
});

test("a model that is cleared is warned of", async () => {
  const { id } = (await client.json<Assistant>("POST", "/assistant", { model: { provider: "callwright", model: "builtin" } }))
    .body;
  const { status, body } = await client.json<Assistant>("PATCH", `/assistant/${id}`, { model: null });
  expect(status).toBe(200);
  expect(body.warnings).toMatchObject([{ field: "model", message: expect.stringContaining("is cleared") }]);
});

describe("list", () => {
  test("newest first, within a limit and between times", async () => {
    const lister = await server.signUp();
    const made: Assistant[] = [];
    for (const name of ["a", "b", "c"]) {
      nowMs += 60_000;
      made.push((await lister.json<Assistant>("POST", "/assistant", { name })).body);
    }
    const names = async (query: string) =>
      (await lister.json<Assistant[]>("GET", `/assistant?${query}`)).body.map(({ name }) => name);
    expect(await names("")).toEqual(["c", "b", "a", "Riley"]);
    expect(await names("limit=2")).toEqual(["c", "b"]);
    expect(await names("limit=0")).toEqual([]);
    const at = encodeURIComponent(made[1]?.createdAt ?? "");
    expect(await names(`createdAtGt=${at}`)).toEqual(["c"]);
    expect(await names(`createdAtGe=${at}`)).toEqual(["c", "b"]);
    expect(await names(`createdAtLt=${at}`)).toEqual(["a", "Riley"]);
    expect(await names(`createdAtLe=${at}&createdAtGe=${at}`)).toEqual(["b"]);
    expect(await names(`updatedAtGt=${at}&updatedAtLt=9999-12-31T23:59:59-14:00`)).toEqual(["c"]);
    expect(await names("createdAtGt=0000-01-01T00:00:00Z")).toHaveLength(4);
  });

  test.each([
    "limit=x",
    "limit=-1",
    "limit=1001",
    "limit=1.5",
    "limit=1&limit=2",
    "createdAtGt=yesterday",
    "createdAtGt=2026-02-30T00:00:00Z",
  ])("%s is refused by name", async (query) => {
    const { status, body } = await client.json<{ message: string[] }>("GET", `/assistant?${query}`);
    expect(status).toBe(400);
    expect(body.message[0]).toMatch(new RegExp(`^${query.split("=")[0]} must be`));
  });
});

test("assistants by pages: by number, by cursor, by id, and in both orders", async () => {
  const stranger = await server.signUp();
  const make = async (name: string) => {
    nowMs += 1000;
    return (await stranger.json<Assistant>("POST", "/assistant", { name })).body.id;
  };
  const made = [await make("one"), await make("two"), await make("three")];
  const page = async (query: string) =>
    (await stranger.json<{ results: Assistant[]; metadata: PageMetadata }>("GET", `/v2/assistant?${query}`)).body;
  const first = await page("limit=2");
  expect(first.results.map(({ id }) => id)).toEqual([made[2], made[1]]);
  expect(first.metadata).toMatchObject({ totalItems: 4, totalPages: 2, hasNextPage: true });
  const second = await page("limit=2&page=2");
  expect(second.results[0]?.id).toBe(made[0]);
  expect(await page(`limit=2&cursor=${first.metadata.nextCursor}`)).toMatchObject({ results: second.results });
  const named = await page(`idAny=${made[0]}&idAny=${made[2]?.toUpperCase()}&sortOrder=ASC`);
  expect(named.results.map(({ id }) => id)).toEqual([made[0], made[2]]);
});
