import type { Assistant, Fields, PhoneNumber, Token } from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
let compatToken: string;
beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
  const made = await client.json<Token>("POST", "/token", { name: "SDK", compat: "provider" });
  compatToken = made.body.value ?? "";
});
afterAll(() => server.close());

async function send<Body>(
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Body }> {
  const answer = await client.fetch(path, {
    method,
    headers: { "callwright-compat": "provider", "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

const own = {
  name: "Riley",
  model: { provider: "callwright", model: "builtin", messages: [{ role: "system", content: "Be kind." }] },
  voice: { provider: "callwright", voiceId: "slt" },
  transcriber: { provider: "callwright", model: "auto", language: "en" },
};

describe("with the header", () => {
  test("an assistant has the hosted platform's names, and is the same when it is written back", async () => {
    const { body: stored } = await client.json<Assistant>("POST", "/assistant", own);
    const { body: read } = await send<Assistant>("GET", `/assistant/${stored.id}`);
    expect(read).toMatchObject({
      model: { provider: "custom-llm", model: "callwright:builtin", url: expect.stringContaining(server.url) },
      voice: { provider: "custom-voice" },
      transcriber: { provider: "custom-transcriber" },
    });
    const { model, voice, transcriber } = read;
    const written = await send<Assistant>("PATCH", `/assistant/${stored.id}`, { model, voice, transcriber });
    expect(written).toMatchObject({ status: 200, body: { model: { provider: "custom-llm" } } });
    expect((await client.json("GET", `/assistant/${stored.id}`)).body).toMatchObject(own);
    const { body: list } = await send<Assistant[]>("GET", "/assistant");
    expect(list.map(({ voice: each }) => each?.provider)).toEqual(list.map(() => "custom-voice"));
  });

  test("a simulated number is one of the platform, and changes by a body that names this kind", async () => {
    const { body: stored } = await client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated", seed: 7 });
    const path = `/phone-number/${stored.id}`;
    expect((await send<Fields>("GET", path)).body).toMatchObject({ provider: "vapi", name: "(simulated)" });
    const changed = await send<Fields>("PATCH", path, { provider: "vapi", name: "Shop" });
    expect(changed).toMatchObject({ status: 200, body: { provider: "vapi", name: "Shop (simulated)" } });
    expect((await client.json("GET", path)).body).toMatchObject({ provider: "simulated", name: "Shop", seed: 7 });
    const { body: page } = await send<{ results: Fields[] }>("GET", "/v2/phone-number?search=Shop");
    expect(page.results).toMatchObject([{ provider: "vapi" }]);
    expect(await send<Fields>("POST", "/phone-number", changed.body)).toMatchObject({ status: 201 });
  });

  test("a tool of a type that only Callwright has is a function", async () => {
    const { body: stored } = await client.json<Fields>("POST", "/tool", { type: "make", metadata: { scenarioId: 4 } });
    const { body: read } = await send<Fields>("GET", `/tool/${String(stored.id)}`);
    expect(read).toMatchObject({ type: "function", server: { url: expect.stringContaining("/callwright/tool?") } });
    expect(await send<Fields>("PATCH", `/tool/${String(stored.id)}`, read)).toMatchObject({ status: 200 });
    expect((await client.json("GET", `/tool/${String(stored.id)}`)).body).toMatchObject({
      type: "make",
      metadata: { scenarioId: 4 },
    });
  });

  test("a header warns, and the answer to a write is that to a read", async () => {
    const body = { ...own, monitorPlan: { monitorIds: [client.orgId] }, größe: 1 };
    const { body: ours } = await client.json<Assistant>("POST", "/assistant", body);
    expect(ours.warnings).toHaveLength(2);
    const answer = await client.fetch("/assistant", {
      method: "POST",
      headers: { "callwright-compat": "provider", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(JSON.parse(answer.headers.get("callwright-warnings") ?? "")).toEqual(ours.warnings);
    const made = (await answer.json()) as Assistant;
    expect((await send("GET", `/assistant/${made.id}`)).body).toEqual(made);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`own${index}`, 1]));
    const { headers } = await client.fetch(`/assistant/${made.id}`, {
      method: "PATCH",
      headers: { "callwright-compat": "provider", "content-type": "application/json" },
      body: JSON.stringify(many),
    });
    const text = headers.get("callwright-warnings") ?? "";
    expect(text.length).toBeLessThanOrEqual(2_000);
    expect((JSON.parse(text) as unknown[]).length).toBeGreaterThan(5);
  });

  test("an answer that is kept for retries is in the form of the first request", async () => {
    const headers = { "idempotency-key": "compat" };
    const first = await send<Assistant>("POST", "/assistant", own, headers);
    expect(first.body.model?.provider).toBe("custom-llm");
    expect((await send<Assistant>("POST", "/assistant", own, headers)).body).toEqual(first.body);
  });

  test("another value is refused with what it must be", async () => {
    const answer = await send<Fields>("GET", "/assistant", undefined, { "callwright-compat": "sdk" });
    expect(answer).toMatchObject({ status: 400, body: { message: ["header Callwright-Compat must be provider"] } });
  });
});

test("a token has the setting for all its requests, until it is cleared", async () => {
  const headers = { authorization: `Bearer ${compatToken}` };
  const providers = async () => {
    const answer = await client.fetch("/assistant", { headers });
    return new Set(((await answer.json()) as Assistant[]).map(({ model }) => model?.provider));
  };
  expect(await providers()).toEqual(new Set(["custom-llm"]));
  const { body: tokens } = await client.json<Token[]>("GET", "/token");
  const [token] = tokens;
  expect(token).toMatchObject({ name: "SDK", compat: "provider" });
  expect((await client.json<Token>("PATCH", `/token/${token?.id}`, { compat: null })).body).not.toHaveProperty("compat");
  expect(await providers()).toEqual(new Set(["callwright"]));
});

test("what a typed client could not read is not erased by what it writes back", async () => {
  const { body: stored } = await client.json<Assistant>("POST", "/assistant", own);
  const { body: squad } = await client.json<{ id: string }>("POST", "/squad", { members: [{ assistant: own }] });
  const write = async (path: string, body: object, headers: Record<string, string> = { "x-fern-language": "Python" }) =>
    client.fetch(path, {
      method: "PATCH",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const refused = await write(`/assistant/${stored.id}`, { model: null });
  expect(refused.status).toBe(400);
  expect(((await refused.json()) as { message: string[] }).message[0]).toMatch(/^model is null, .*Callwright-Compat: provider/);
  expect((await write(`/squad/${squad.id}`, { members: [{ assistant: { ...own, voice: null } }] })).status).toBe(400);
  expect((await client.json("GET", `/assistant/${stored.id}`)).body).toMatchObject(own);
  // With the header, the client could read the tool, and null clears the field as always.
  const compat = { "x-fern-language": "Python", "callwright-compat": "provider" };
  expect((await write(`/assistant/${stored.id}`, { voice: null }, compat)).status).toBe(200);
  expect((await write(`/assistant/${stored.id}`, { transcriber: null }, { "x-fern-language": "JavaScript" })).status).toBe(200);
});

test("a change of a model without its provider is one of the stored model", async () => {
  const { body: stored } = await client.json<Assistant>("POST", "/assistant", own);
  const messages = [{ role: "system", content: "Be brief." }];
  const changed = await client.json<Assistant>("PATCH", `/assistant/${stored.id}`, { model: { messages } });
  expect(changed).toMatchObject({ status: 200, body: { model: { ...own.model, messages } } });
  const bare = await client.json<Assistant>("POST", "/assistant", {});
  const refused = await client.json("PATCH", `/assistant/${bare.body.id}`, { model: { messages } });
  expect(refused).toMatchObject({ status: 400, body: { message: [expect.stringMatching(/^model\.provider is required/)] } });
});

test("without the header, an address of this server stays a custom model", async () => {
  const { body: stored } = await client.json<Assistant>("POST", "/assistant", own);
  const { body: read } = await send<Assistant>("GET", `/assistant/${stored.id}`);
  const { body: written } = await client.json<Assistant>("PATCH", `/assistant/${stored.id}`, { model: read.model });
  expect(written.model).toEqual(read.model);
});
