import { getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../modules/call/runtime/testing/call-server.ts";
import { tool } from "../../modules/tool/tables.ts";
import { TABLES } from "../../tables.ts";
import type { TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { openHeaders, sealHeaders } from "./sealed-headers.ts";

let calls: CallServer;
let server: TestServer;
let owner: TestClient;
beforeAll(async () => {
  calls = await startCallServer();
  ({ server, client: owner } = calls);
});
afterAll(() => server.close());

/** Every table in which a text rests in clear. */
async function tablesWith(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of TABLES) {
    const { rows } = await server.context.db.execute(sql`select 1 from ${table} as t where t::text like ${`%${text}%`} limit 1`);
    if (rows.length > 0) found.push(getTableName(table));
  }
  return found;
}

async function create<Entity extends object = { id: string }>(path: string, body: object): Promise<Entity & { id: string }> {
  const { status, body: created } = await owner.json<Entity & { id: string }>("POST", path, body);
  expect([path, status, created]).toEqual([path, 201, expect.objectContaining({ id: expect.any(String) })]);
  return created;
}

const get = async (path: string) => (await owner.json("GET", path)).body;

/** Headers in all fields of an assistant that can have them, with one secret. */
function withHeaders(secret: string) {
  const headers = { Authorization: `Bearer ${secret}`, "X-Plain": "plain" };
  return {
    name: "Sealed",
    server: { url: "https://hooks.example.com", headers },
    model: {
      provider: "callwright",
      model: "fake-echo",
      headers,
      tools: [
        {
          type: "apiRequest",
          method: "GET",
          url: "https://api.example.com",
          headers: { type: "object", properties: { Authorization: { type: "string", value: secret } } },
        },
        { type: "function", server: { url: "https://tools.example.com", headers }, function: { name: "look_up" } },
      ],
    },
  };
}

describe("headers rest sealed, and are answered as they were sent", () => {
  test("of an assistant, its versions and drafts", async () => {
    const config = withHeaders("one-secret");
    const { id } = await create("/assistant", config);
    expect(await get(`/assistant/${id}`)).toMatchObject(config);
    const changed = await owner.json("PATCH", `/assistant/${id}`, { name: "Again" });
    expect(changed.body).toMatchObject({ ...config, name: "Again" });
    expect(await get("/assistant")).toContainEqual(expect.objectContaining({ id, server: config.server }));
    expect(await get(`/assistant/${id}/version`)).toMatchObject({ results: [config, config].map(({ model }) => ({ model })) });
    await owner.json("PUT", `/assistant/${id}/draft`, { revision: 2, config: { ...config, name: "Draft" } });
    expect(await get(`/assistant/${id}/draft`)).toMatchObject({ config: { ...config, name: "Draft" }, isDirty: true });
    await owner.json("PUT", `/assistant/${id}/draft`, { revision: 3, config: { ...config, name: "Again" } });
    expect(await get(`/assistant/${id}/draft`)).toMatchObject({ isDirty: false });
    expect(await tablesWith("one-secret")).toEqual([]);
  });

  test("of a squad, its versions and drafts", async () => {
    const members = [{ assistant: withHeaders("squad-secret") }];
    const { id } = await create("/squad", { name: "Sealed", members });
    expect((await owner.json("PATCH", `/squad/${id}`, { name: "Again", members })).body).toMatchObject({
      name: "Again",
      members,
    });
    expect(await get(`/squad/${id}/version`)).toMatchObject({ results: [{ members }, { members }] });
    await owner.json("PUT", `/squad/${id}/draft`, { revision: 2, config: { name: "Draft", members } });
    expect(await get(`/squad/${id}/draft`)).toMatchObject({ config: { name: "Draft", members }, isDirty: true });
    const published = await owner.json("POST", `/squad/${id}/publish`, {});
    expect(published.body).toMatchObject({ name: "Draft", members, latestVersion: "v3" });
    expect(await tablesWith("squad-secret")).toEqual([]);
  });

  test("of sessions, chats and what overrides their assistant", async () => {
    const config = withHeaders("two-secret");
    const { id } = await create("/session", { assistant: config });
    expect(await get(`/session/${id}`)).toMatchObject({ assistant: config });
    const chat = (await owner.json<{ id: string }>("POST", "/chat", { sessionId: id, input: "Hello" })).body;
    expect(await get(`/chat/${chat.id}`)).toMatchObject({ assistant: config });
    expect(await get(`/chat?sessionId=${id}`)).toMatchObject({ results: [{ assistant: config }] });
    expect(await get(`/session?id=${id}`)).toMatchObject({ results: [{ assistant: config }] });
    expect(await tablesWith("two-secret")).toEqual([]);
  });

  test("of calls and what overrides their assistant", async () => {
    const assistant = withHeaders("call-secret");
    const assistantOverrides = { server: assistant.server, variableValues: { name: "Ada" } };
    const { id, ...created } = await calls.createCall({ assistant, assistantOverrides });
    expect(created).toMatchObject({ assistant, assistantOverrides });
    expect(calls.pool.specs.at(-1)?.assistant).toMatchObject(assistant);
    expect(await get(`/call/${id}`)).toMatchObject({ assistant, assistantOverrides });
    expect(await get("/call")).toContainEqual(expect.objectContaining({ id, assistant: expect.objectContaining(assistant) }));
    expect(await get("/v2/call")).toMatchObject({ results: [{ id, assistantOverrides }, {}] });
    expect(await tablesWith("call-secret")).toEqual([]);
  });

  test("of plain resources and the organization", async () => {
    const config = withHeaders("three-secret");
    const [tool] = config.model.tools.slice(1);
    const resources: [string, object][] = [
      ["/tool", tool ?? {}],
      ["/squad", { members: [{ assistant: config }] }],
      ["/phone-number", { provider: "twilio", number: "+14155550123", twilioAccountSid: "AC1", server: config.server }],
    ];
    for (const [path, body] of resources) {
      const { id } = await create(path, body);
      expect(await get(`${path}/${id}`)).toMatchObject(body);
      expect(await get(path)).toContainEqual(expect.objectContaining({ id, ...body }));
    }
    await owner.json("PATCH", `/org/${owner.orgId}`, { server: config.server });
    expect(await get(`/org/${owner.orgId}`)).toMatchObject({ server: config.server });
    expect(await tablesWith("three-secret")).toEqual([]);
  });
});

test("what is sealed for one row does not open in another, and what has no headers is not touched", () => {
  const { context } = server;
  const plain = { name: "Plain", variableValues: { headers: { a: "b" } } };
  expect(sealHeaders(context, tool, "1", plain)).toBe(plain);
  const sealed = sealHeaders(context, tool, "1", { list: [{ headers: { a: "b" } }] });
  expect(openHeaders(context, tool, "1", sealed)).toEqual({ list: [{ headers: { a: "b" } }] });
  expect(() => openHeaders(context, tool, "2", sealed)).toThrow();
});
