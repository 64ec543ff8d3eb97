import type { ErrorBody, SimulationRun, SimulationRunItem } from "@callwright/contract";
import type { CallHostPoolOptions, PhoneScript } from "@callwright/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { FakeCallHostPool } from "../call/runtime/testing/fake-call-host-pool.ts";
import { type LoopbackServer, startLoopbackServer } from "../credential/outgoing/testing/loopback-server.ts";

/** Call hosts whose agent calls each of its tools, and those of its hooks, and asks the endpointing server, after each message of the caller. */
class ActingPool extends FakeCallHostPool {
  readonly outcomes: { name: string; result: string; failed: boolean }[] = [];
  readonly advice: unknown[] = [];
  readonly #given: CallHostPoolOptions;

  constructor(options: CallHostPoolOptions) {
    super(options, () => new Date());
    this.#given = options;
  }

  override play(callId: string, script: PhoneScript): void {
    super.play(callId, script);
    const [step] = script;
    if (step?.do === "hold") {
      this.join(callId);
      this.record(callId, 1);
      this.#say(callId, "Hello.");
    } else if (step?.do === "say") void this.#answer(callId, step.text);
    else this.hangUp(callId);
  }

  async #answer(callId: string, text: string): Promise<void> {
    this.happen(callId, "user.said", { text, startMs: 0, endMs: 0, turn: 1, typed: false });
    this.advice.push(await this.#given.adviseEndpointing(callId, text));
    const spec = this.specs.find((each) => each.callId === callId);
    // A tool whose server chooses the destination makes a team of the assistant.
    for (const { name: agent, tools } of spec?.team?.agents ?? [])
      for (const { name, action } of tools) if (action === "run" || action === "client") await this.#act(callId, name, { agent });
    for (const { at, tool } of spec?.hookTools ?? []) await this.#act(callId, tool.name, { hookAction: at });
    this.#say(callId, "Done.");
  }

  async #act(callId: string, name: string, by: { agent: string } | { hookAction: string }): Promise<void> {
    const call = { id: name, name, arguments: { query: "x", destination: "+15550002000" } };
    const { outcome } = await this.act(callId, { call, variables: {}, ...by });
    this.outcomes.push({ name, result: outcome.result, failed: outcome.failed });
    expect(outcome).not.toHaveProperty("phoneAct");
  }

  #say(callId: string, text: string): void {
    this.happen(callId, "assistant.said", { text, startMs: 0, endMs: 0, turn: 1, words: [], interrupted: false });
  }
}

let server: TestServer;
let client: TestClient;
let pool: ActingPool;
let outside: LoopbackServer;
beforeAll(async () => {
  outside = await startLoopbackServer((response) => response.end("{}"));
  server = await startTestServer({
    config: { orgConcurrentCalls: 10, allowPrivateAddresses: true },
    callService: {
      createPool: (options) => {
        pool = new ActingPool(options);
        return pool;
      },
    },
  });
  client = await server.signUp();
  const bucketPlan = { name: "b", url: outside.origin, region: "eu", accessKeyId: "a", secretAccessKey: "s" };
  await created("/credential", { provider: "s3-compatible", bucketPlan });
  await created("/credential", { provider: "langfuse", publicKey: "pk", apiKey: "sk", apiUrl: outside.origin });
});
afterAll(async () => {
  await server.close();
  await outside.close();
});

async function created<Entity = { id: string }>(path: string, body: object): Promise<Entity> {
  const { status, body: entity } = await client.json<Entity>("POST", path, body);
  expect([status, entity]).toEqual([201, expect.objectContaining({ id: expect.any(String) })]);
  return entity;
}

const at = (path: string) => ({ url: `${outside.origin}/${path}` });
const fn = (name: string, server?: object) => ({ type: "function", function: { name }, ...(server && { server }) });
const TOOLS = () => [
  fn("own_server", at("tool")),
  fn("of_assistant"),
  { type: "apiRequest", name: "api_request", method: "POST", ...at("api") },
  { type: "mcp", function: { name: "mcp_tools" }, server: at("mcp") },
  { type: "code", name: "program", code: `await fetch("${outside.origin}/code"); return 1;` },
  { type: "slack.message.send", name: "slack" },
  { type: "google.calendar.event.create", name: "google" },
  { type: "sms", name: "sends_text", metadata: { from: "+15550001000" } },
  { type: "dtmf", name: "keys" },
  { type: "transferCall", function: { name: "transfer" }, destinations: [{ type: "number", number: "+15550002000" }] },
  { type: "transferCall", function: { name: "transfer_by_server" }, destinations: [] },
];
const assistantOf = (more: object = {}) => ({
  name: "Riley",
  firstMessage: "Hello.",
  model: {
    provider: "callwright",
    model: "builtin",
    tools: TOOLS(),
    knowledgeBase: { provider: "custom-knowledge-base", server: at("knowledge") },
  },
  server: at("messages"),
  serverMessages: ["end-of-call-report", "status-update", "conversation-update", "call.artifact.upload", "tool-calls"],
  observabilityPlan: { provider: "langfuse", tags: [] },
  artifactPlan: { recordingUseCustomStorageEnabled: true, loggingUseCustomStorageEnabled: true },
  startSpeakingPlan: { smartEndpointingPlan: { provider: "custom-endpointing-model", server: at("endpointing") } },
  hooks: [
    { on: "call.ending", do: [{ type: "tool", tool: fn("of_hook", at("hook")) }] },
    { on: "session.created", do: [{ type: "tool", tool: fn("of_session", at("session")) }] },
  ],
  analysisPlan: { summaryPlan: { enabled: false }, successEvaluationPlan: { enabled: false } },
  ...more,
});
const NAMES = [
  "own_server",
  "of_assistant",
  "api_request",
  "program",
  "slack",
  "google",
  "keys",
  "transfer",
  "transfer_by_server",
];

async function run(provider: "vapi.websocket" | "vapi.webchat", scenario: object = {}, assistant: object = assistantOf()) {
  const { body, status } = await client.json<SimulationRun & ErrorBody>("POST", "/eval/simulation/run", {
    simulations: [{ type: "simulation", scenario: { name: "All", instructions: "Do it all", evaluations: [], ...scenario } }],
    target: { type: "assistant", assistant },
    transport: { provider },
  });
  expect(status === 201 ? [] : body).toEqual([]);
  await expect
    .poll(async () => (await client.json<{ status: string }>("GET", `/eval/simulation/run/${body.id}`)).body.status, {
      timeout: 60_000,
    })
    .toBe("ended");
  const [listed] = (await client.json<SimulationRunItem[]>("GET", `/eval/simulation/run/${body.id}/item`)).body;
  const item = (await client.json<SimulationRunItem>("GET", `/eval/simulation/run/${body.id}/item/${listed?.id}`)).body;
  return { message: body.message, item };
}

/** An ordinary call with the same assistant, whose uploads, trace and messages come after those that runs before it would have made. */
async function ordinaryCall(): Promise<string> {
  const { id } = await created("/call/web", { assistant: { ...assistantOf(), name: "Ordinary" } });
  pool.join(id);
  pool.record(id, 1);
  pool.happen(id, "user.said", { text: "Hi.", startMs: 10, endMs: 400, turn: 0, typed: false });
  pool.hangUp(id);
  for (const part of ["/api/public/otel", "/messages", `${id}-`])
    await expect
      .poll(() => outside.arrived.filter(({ url }) => url.includes(part)).length, { timeout: 30_000 })
      .toBeGreaterThan(0);
  return id;
}

test("a simulation by text reaches nothing outside, and its hooks neither", async () => {
  const { message, item } = await run("vapi.webchat");
  expect(message).toMatch(/^These tools have no mock and are not run: .*own_server/);
  expect(message).toContain("of_session");
  expect(item.status).toMatch(/passed|failed/);
  expect(outside.arrived.filter(({ url }) => /tool|api$|mcp|code|hook|session|knowledge|messages/.test(url))).toEqual([]);
});

test("a simulation as sound reaches nothing outside: no tool, hook, message, trace, storage or endpointing server", {
  timeout: 90_000,
}, async () => {
  const { message, item } = await run("vapi.websocket", { toolMocks: [{ toolName: "sends_text", result: "Sent." }] });
  for (const name of NAMES) expect(message).toContain(name);
  expect(message).toContain("mcp_tools");
  expect(message).toContain("of_hook");
  const refused = (name: string) => `This is a test, and it has no mock for the tool '${name}'.`;
  for (const name of [...NAMES, "knowledge_base", "of_hook"])
    expect(pool.outcomes).toContainEqual({ name, result: refused(name), failed: true });
  // Simulated callers have no number, so that nothing could be sent to them.
  expect(pool.outcomes).toContainEqual({ name: "sends_text", result: "Sent.", failed: false });
  expect(pool.advice).toEqual([{ problem: expect.stringContaining("This is a test") }]);
  expect(item.callId).toEqual(expect.any(String));
  expect(outside.arrived).toEqual([]);
  const ordinary = await ordinaryCall();
  expect(JSON.stringify(outside.arrived)).not.toContain(item.callId);
  expect(JSON.stringify(outside.arrived)).toContain(ordinary);
});

test("mocks need no warning, and runsTools names the hosts before the start", async () => {
  const host = outside.origin.replace("http://", "");
  const assistant = {
    ...assistantOf({ hooks: [] }),
    model: { provider: "callwright", model: "builtin", tools: [fn("own_server", at("tool"))] },
  };
  const mocked = await run("vapi.webchat", { toolMocks: [{ toolName: "own_server", result: "ok" }] }, assistant);
  expect(mocked.message).toBeUndefined();
  const off = await run("vapi.webchat", { toolMocks: [{ toolName: "own_server", result: "ok", enabled: false }] }, assistant);
  expect(off.message).toContain("own_server");
  const runs = await run("vapi.webchat", { runsTools: true }, assistant);
  expect(runs.message).toBe(`runsTools is set. Tools without a mock reach: ${host}.`);
});
