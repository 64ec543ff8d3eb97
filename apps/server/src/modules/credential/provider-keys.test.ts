import {
  type Chat,
  type Credential,
  type ErrorBody,
  PLATFORM_ERRORS,
  type Session,
  type Tool,
  toolSecrets,
} from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "../../platform/db/page-start.ts";
import { openConfig } from "../../platform/resource-kit/resource-service.ts";
import type { TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { type CallServer, startCallServer } from "../call/runtime/testing/call-server.ts";
import { call } from "../call/tables.ts";
import { tool } from "../tool/tables.ts";

let calls: CallServer;
let server: TestServer;
let model: FakeOpenAiServer;
let client: TestClient;

beforeAll(async () => {
  model = await startFakeOpenAiServer();
  calls = await startCallServer({
    allowPrivateAddresses: true,
    providerUrls: { openai: model.url },
  });
  ({ server, client } = calls);
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const OPENAI = { model: { provider: "openai", model: "gpt-4o" } };
async function add(given: object, by = client): Promise<string> {
  const { status, body } = await by.json<Credential>("POST", "/credential", given);
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.id;
}
const say = <Body = Chat>(assistant: object, by = client) => by.json<Body>("POST", "/chat", { assistant, input: "Hello" });
const lastKey = () => model.requests.at(-1)?.headers.authorization;
const missing = (part: string, provider: string) => ({
  status: 400,
  body: {
    code: "credential-missing",
    message: PLATFORM_ERRORS["credential-missing"].message
      .replace("{what}", `This assistant's ${part}`)
      .replace("{provider}", provider),
  },
});

test("a chat without the key it needs says which credential is missing, before anything is stored", async () => {
  for (const path of ["/chat", "/chat/responses", "/chat/web", "/chat/web/responses"])
    for (const stream of [true, false]) {
      const body = { assistant: OPENAI, input: "Hello", stream };
      expect(await client.json<ErrorBody>("POST", path, body)).toMatchObject(missing("model", "openai"));
    }
  expect(await say({ model: { provider: "anyscale", model: "any" } })).toMatchObject({
    status: 400,
    body: { code: "part-not-runnable", message: expect.stringContaining("Anyscale closed its public endpoints") },
  });
  expect((await client.json<Page<Session>>("GET", "/session")).body.results).toEqual([]);
});

test("the newest credential of the provider is used, or those that the assistant names", async () => {
  const first = await add({ provider: "openai", apiKey: "sk-first" });
  calls.advance(1);
  await add({ provider: "openai", apiKey: "sk-second" });
  await add({ provider: "groq", apiKey: "sk-groq" });
  expect((await say(OPENAI)).body.output).toEqual([{ role: "assistant", content: "Hello from the fake." }]);
  expect(lastKey()).toBe("Bearer sk-second");
  await say({ ...OPENAI, credentialIds: [first] });
  expect(lastKey()).toBe("Bearer sk-first");
  await client.json("DELETE", `/credential/${first}`);
  expect(await say({ ...OPENAI, credentialIds: [first] })).toMatchObject({ status: 400, body: { code: "reference-missing" } });
  const stranger = await server.signUp();
  expect(await say(OPENAI, stranger)).toMatchObject(missing("model", "openai"));
});

test("a key of custom-llm goes to the server its credential names, and not wherever an assistant says; none is needed", async () => {
  const own = await server.signUp();
  const assistant = { model: { provider: "custom-llm", model: "m", url: model.url } };
  await say(assistant, own);
  expect(lastKey()).toBeUndefined();
  for (const place of [{}, { apiUrl: "https://models.example/v1" }]) {
    const id = await add({ provider: "custom-llm", apiKey: "sk-own", ...place }, own);
    await say(assistant, own);
    expect(lastKey()).toBeUndefined();
    await own.json("DELETE", `/credential/${id}`);
  }
  await add({ provider: "custom-llm", apiKey: "sk-own", apiUrl: new URL(model.url).origin }, own);
  await say(assistant, own);
  expect(lastKey()).toBe("Bearer sk-own");
});

test("a model of OpenAI runs at Azure, in the region that it names", async () => {
  const own = await server.signUp();
  const azure = (region: string) => {
    const openAIEndpoint = new URL(model.url).origin;
    return { provider: "azure-openai", region, models: ["gpt-4o"], openAIKey: `key-of-${region}`, openAIEndpoint };
  };
  await add(azure("westus"), own);
  calls.advance(1);
  await add(azure("eastus"), own);
  const sayTo = async (name: string) => {
    const { status } = await say({ model: { provider: "openai", model: name } }, own);
    return { status, key: model.requests.at(-1)?.headers["api-key"] };
  };
  expect(await sayTo("gpt-4o")).toEqual({ status: 200, key: "key-of-eastus" });
  expect(await sayTo("gpt-4o:westus")).toEqual({ status: 200, key: "key-of-westus" });
  expect(await say({ model: { provider: "openai", model: "gpt-4o:uk" } }, own)).toMatchObject(missing("model", "openai"));
});

test("a visitor is not told what is missing", async () => {
  const owner = await server.signUp();
  const { id: assistantId } = (await owner.json<{ id: string }>("POST", "/assistant", OPENAI)).body;
  const { value } = (await owner.json<{ value: string }>("POST", "/token", { tag: "public" })).body;
  const response = await fetch(`${server.url}/chat/web`, {
    method: "POST",
    headers: { authorization: `Bearer ${value}`, "content-type": "application/json" },
    body: JSON.stringify({ assistantId, input: "Hello" }),
  });
  expect({ status: response.status, body: await response.json() }).toMatchObject({
    status: 400,
    body: { code: "assistant-not-ready", message: PLATFORM_ERRORS["assistant-not-ready"].message },
  });
});

test("variables of a code tool are stored sealed, never returned, and kept by name", async () => {
  const code = { type: "code", code: "return env.KEY + env.REGION;" };
  const variables = [
    { name: "KEY", value: "sk-of-the-tool" },
    { name: "REGION", value: "eu-of-the-tool" },
  ];
  const made = await client.json<Tool>("POST", "/tool", { ...code, environmentVariables: variables });
  expect(made.body).toMatchObject({
    environmentVariables: [{ name: "KEY" }, { name: "REGION" }],
    storedSecrets: ["environmentVariables.KEY.value", "environmentVariables.REGION.value"],
  });
  const path = `/tool/${made.body.id}`;
  const opened = async () => {
    const [row] = await server.context.db.select().from(tool).where(eq(tool.id, made.body.id));
    if (!row) throw new Error("no tool");
    expect(JSON.stringify(row)).not.toContain("of-the-tool");
    return openConfig<{ environmentVariables: unknown }>(server.context, tool, row, toolSecrets(row.config)).environmentVariables;
  };
  expect(await opened()).toEqual(variables);
  const patch = (body: object) => client.json<ErrorBody>("PATCH", path, body);
  expect((await patch({ ...made.body, environmentVariables: [{ name: "REGION" }, { name: "KEY" }] })).status).toBe(200);
  expect(await opened()).toEqual([variables[1], variables[0]]);
  expect(await patch({ environmentVariables: [{ name: "OTHER" }] })).toMatchObject({ status: 400 });
  expect((await patch({ environmentVariables: [{ name: "KEY", value: "new" }] })).status).toBe(200);
  expect(await opened()).toEqual([{ name: "KEY", value: "new" }]);
  const answers = [made, await client.json("GET", path), await client.json("GET", "/tool")];
  expect(JSON.stringify(answers)).not.toMatch(/of-the-tool|"new"/);
});

test("variables of a tool inside of an assistant are refused, and the sentence says where they belong", async () => {
  const inside = { type: "code", code: "return 1;", environmentVariables: [{ name: "KEY", value: "sk-clear" }] };
  const { status, body } = await client.json<ErrorBody>("POST", "/assistant", {
    model: { provider: "openai", model: "gpt-4o", tools: [inside] },
  });
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: [
      "model.tools.0.environmentVariables must be empty here: store the tool with POST /tool, and name it in toolIds or toolId",
    ],
  });
});

test("a key inside of an assistant or a workflow is refused, and the sentence says where it belongs", async () => {
  const credentials = [{ provider: "openai", apiKey: "sk-inline" }];
  for (const [path, body] of [
    ["/assistant", { credentials }],
    ["/workflow", { name: "w", nodes: [], edges: [], credentials }],
    ["/chat", { assistant: { credentials }, input: "Hello" }],
  ] as const) {
    const { status, body: answer } = await client.json<ErrorBody>("POST", path, body);
    expect(status).toBe(400);
    expect(String(answer.message)).toContain("credentials must be empty: store the key with POST /credential");
  }
});

test("a call starts only with parts that can run, and its host is given the keys they need", async () => {
  const owner = await server.signUp();
  const create = (assistant: object) => owner.json<ErrorBody>("POST", "/call/web", { assistant });
  const refused = (part: string) => ({
    status: 400,
    body: { code: "part-not-runnable", message: expect.stringMatching(`^assistant\\.${part} cannot run here\\.`) },
  });
  expect(await create({ voice: { provider: "sesame", voiceId: "maya", model: "csm-1b" } })).toMatchObject(refused("voice"));
  expect(await create({ voice: { provider: "callwright", voiceId: "sarah" } })).toMatchObject(refused("voice"));
  expect(await create({ transcriber: { provider: "vapi" } })).toMatchObject(refused("transcriber"));
  expect(await create({ transcriber: { provider: "deepgram", model: "nova-3" } })).toMatchObject(
    missing("transcriber", "deepgram"),
  );
  expect(await create(OPENAI)).toMatchObject(missing("model", "openai"));
  await add({ provider: "openai", apiKey: "sk-model" }, owner);
  const created = await create(OPENAI);
  expect(created.status).toBe(201);
  expect(calls.pool.specs.at(-1)?.orgKeys).toEqual({ openai: { provider: "openai", apiKey: "sk-model" } });
  const rows = await server.context.db.select().from(call);
  expect(JSON.stringify([rows, created.body])).not.toMatch(/sk-/);
});

test("a fallback voice stands in for one that cannot run or has no key, and its key reaches the host", async () => {
  const owner = await server.signUp();
  const create = (voice: object) => owner.json<ErrorBody>("POST", "/call/web", { assistant: { voice } });
  const backedBy = (...voices: object[]) => ({ fallbackPlan: { voices } });
  const sarah = { provider: "11labs", voiceId: "EXAVITQu4vr4xnSDxMaL" };
  expect(await create(sarah)).toMatchObject(missing("voice", "11labs"));
  expect(await create({ ...sarah, ...backedBy({ provider: "openai", voiceId: "nova" }) })).toMatchObject(
    missing("voice", "11labs"),
  );
  const closed = { provider: "sesame", voiceId: "maya", model: "csm-1b" };
  expect((await create({ ...sarah, ...backedBy(closed, { provider: "callwright", voiceId: "rms" }) })).status).toBe(201);
  await add({ provider: "openai", apiKey: "sk-voice" }, owner);
  await add({ provider: "azure", service: "blob_storage" }, owner);
  const azure = { provider: "azure", voiceId: "emma" };
  expect(await create(azure)).toMatchObject(missing("voice", "azure"));
  expect((await create({ ...azure, ...backedBy({ provider: "openai", voiceId: "nova" }) })).status).toBe(201);
  expect(calls.pool.specs.at(-1)?.orgKeys).toEqual({ openai: { provider: "openai", apiKey: "sk-voice" } });
});

test("a voice that the hosted platform names does not keep a call from starting, and gets the key of what stands in", async () => {
  const owner = await server.signUp();
  const create = (voice: object) => owner.json("POST", "/call/web", { assistant: { voice } });
  const imported = [
    { provider: "11labs", voiceId: "burt" },
    { provider: "vapi", voiceId: "Elliot" },
    { provider: "playht", voiceId: "jennifer" },
  ];
  for (const voice of imported) expect((await create(voice)).status).toBe(201);
  await add({ provider: "deepgram", apiKey: "sk-voice" }, owner);
  for (const voice of imported) {
    expect((await create(voice)).status).toBe(201);
    expect(calls.pool.specs.at(-1)?.orgKeys).toEqual({ deepgram: { provider: "deepgram", apiKey: "sk-voice" } });
  }
});

test("a fallback transcriber stands in for one that cannot run or has no key, and its key reaches the host", async () => {
  const owner = await server.signUp();
  const create = (transcriber: object) => owner.json<ErrorBody>("POST", "/call/web", { assistant: { transcriber } });
  const fallbackPlan = { transcribers: [{ provider: "vapi" }, { provider: "soniox" }] };
  expect(await create({ provider: "deepgram", fallbackPlan })).toMatchObject(missing("transcriber", "deepgram"));
  await add({ provider: "soniox", apiKey: "sk-ears" }, owner);
  expect((await create({ provider: "deepgram", fallbackPlan })).status).toBe(201);
  expect(calls.pool.specs.at(-1)?.orgKeys).toEqual({ soniox: { provider: "soniox", apiKey: "sk-ears" } });
});

test("a custom transcriber gets the proof of its credential, and only at an origin that the credential allows", async () => {
  const owner = await server.signUp();
  const authenticationPlan = { type: "bearer", token: "sk-proof" };
  const allowedOrigins = ["https://ears.example"];
  const credentialId = await add({ provider: "webhook", authenticationPlan, allowedOrigins }, owner);
  const create = (url: string) =>
    owner.json<ErrorBody>("POST", "/call/web", {
      assistant: { transcriber: { provider: "custom-transcriber", server: { url, credentialId } } },
    });
  const created = await create("wss://ears.example/listen");
  expect(created.status).toBe(201);
  const proof = { "wss://ears.example/listen": { authorization: "Bearer sk-proof" } };
  expect(calls.pool.specs.at(-1)?.orgKeys).toEqual({ "custom-transcriber": proof });
  const rows = await server.context.db.select().from(call);
  expect(JSON.stringify([rows, created.body])).not.toMatch(/sk-proof/);
  expect(await create("wss://other.example/listen")).toMatchObject({
    status: 403,
    body: { code: "credential-origin-refused" },
  });
});

test("an own speech server gets the proof of its credential, but not one that signs each request", async () => {
  const owner = await server.signUp();
  const allowedOrigins = ["https://voice.example"];
  const bearer = await add(
    { provider: "webhook", authenticationPlan: { type: "bearer", token: "sk-proof" }, allowedOrigins },
    owner,
  );
  const hmac = { type: "hmac", secretKey: "sk-secret", algorithm: "sha256" };
  const signing = await add({ provider: "webhook", authenticationPlan: hmac, allowedOrigins }, owner);
  const url = "https://voice.example/speak";
  const create = (part: object) => owner.json<ErrorBody>("POST", "/call/web", { assistant: part });
  const ownParts = [
    ["custom-voice", (server: object) => ({ voice: { provider: "custom-voice", server } })],
    ["custom-transcriber", (server: object) => ({ transcriber: { provider: "custom-transcriber", protocol: "openai", server } })],
  ] as const;
  for (const [provider, partWith] of ownParts) {
    expect((await create(partWith({ url, credentialId: bearer }))).status).toBe(201);
    expect(calls.pool.specs.at(-1)?.orgKeys).toEqual({ [provider]: { [url]: { authorization: "Bearer sk-proof" } } });
    expect(await create(partWith({ url, credentialId: signing }))).toMatchObject({
      status: 400,
      body: { code: "part-not-runnable", message: expect.stringContaining("Choose a bearer or OAuth 2 credential") },
    });
  }
});
