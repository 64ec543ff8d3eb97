import type { Call, CallEvent, CreateSquad, CreateWorkflow } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import { type LoopbackServer, startLoopbackServer } from "../../credential/outgoing/testing/loopback-server.ts";
import { joinAsSpokenCaller } from "./testing/spoken-caller.ts";

/** Generous: call hosts share two cores with other tests. */
const PATIENCE = { timeout: 90_000, interval: 50 };

let server: TestServer;
let api: LoopbackServer;
beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  api = await startLoopbackServer((response) => response.end('{"status":"shipped"}'));
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const shared = {
  transcriber: { provider: "callwright", model: "browser" },
  startSpeakingPlan: { smartEndpointingEnabled: false },
} as const;
const builtIn = (content: string, fields: object = {}) => ({
  provider: "callwright",
  model: "builtin",
  messages: [{ role: "system", content }],
  ...fields,
});

async function startCall(body: object) {
  const client = await server.signUp();
  const created = await client.json<Call>("POST", "/call/web", body);
  expect(created.status, JSON.stringify(created.body)).toBe(201);
  const { id, webCallUrl = "" } = created.body;
  const caller = await joinAsSpokenCaller(webCallUrl);
  await expect.poll(() => caller.isListening(), PATIENCE).toBe(true);
  const events = async () => (await client.json<CallEvent[]>("GET", `/call/${id}/event`)).body;
  const said = async () =>
    (await events()).flatMap((event) =>
      event.type === "assistant.said" ? [`${event.payload.speaker}: ${event.payload.text}`] : [],
    );
  const path = async () =>
    (await events()).flatMap(({ type, payload }) =>
      type === "agent.started" ? [[payload.name, payload.from, payload.edge]] : [],
    );
  const call = async () => (await client.json<Call>("GET", `/call/${id}`)).body;
  const ask = (content: string) => caller.send({ type: "add-message", message: { role: "user", content } });
  return { caller, events, said, path, call, ask };
}

test("a squad hands a call over, with a message and silently to an assistant that a server chooses", {
  timeout: 300_000,
}, async () => {
  const repairs = {
    ...shared,
    name: "Repairs",
    firstMessageMode: "assistant-speaks-first-with-model-generated-message",
    voice: { provider: "callwright", voiceId: "rms" },
    model: builtIn("A broken grinder is repaired in a week."),
  };
  const chooser = await startLoopbackServer((response) => {
    response.end(JSON.stringify({ destination: { type: "assistant", assistant: repairs } }));
  });
  const choice = { type: "dynamic", description: "Broken grinders", server: { url: `${chooser.origin}/choose` } };
  const squad = {
    name: "Support",
    members: [
      {
        assistant: {
          ...shared,
          name: "Reception",
          firstMessage: "Bean Town, hello.",
          voice: { provider: "callwright", voiceId: "slt" },
          model: builtIn("You are Riley. We open at 8."),
        },
        assistantDestinations: [
          { type: "assistant", assistantName: "Billing", message: "One moment.", description: "Invoices and payments" },
        ],
      },
      {
        assistant: {
          ...shared,
          name: "Billing",
          firstMessage: "Billing here.",
          voice: { provider: "callwright", voiceId: "kal16" },
          model: builtIn("An invoice is due after 30 days.", { tools: [{ type: "handoff", destinations: [choice] }] }),
        },
      },
    ],
  } as CreateSquad;
  const { caller, said, path, call, ask } = await startCall({ squad });
  await expect.poll(said, PATIENCE).toEqual(["Reception: Bean Town, hello."]);
  ask("I have a question about an invoice");
  await expect.poll(said, PATIENCE).toEqual(["Reception: Bean Town, hello.", "Reception: One moment.", "Billing: Billing here."]);
  ask("My grinder is broken");
  await expect.poll(async () => (await said()).at(-1), PATIENCE).toBe("Repairs: A broken grinder is repaired in a week.");
  expect(await path()).toEqual([
    ["Reception", undefined, undefined],
    ["Billing", "Reception", undefined],
    ["Repairs", "Billing", undefined],
  ]);
  expect(caller.messages).toContainEqual({
    type: "transfer-update",
    toAssistant: { name: "Billing" },
    fromAssistant: { name: "Reception" },
  });
  expect(JSON.parse(chooser.arrived[0]?.body ?? "{}").message).toMatchObject({
    type: "handoff-destination-request",
    call: { status: "in-progress" },
  });
  caller.close();
  await chooser.close();
  expect((await call()).squad).toEqual(squad);
});

test("a workflow leads a call through its nodes to its end", { timeout: 300_000 }, async () => {
  const workflow = {
    name: "Orders",
    model: { provider: "callwright", model: "builtin" },
    ...shared,
    voice: { provider: "callwright", voiceId: "slt" },
    nodes: [
      {
        type: "conversation",
        name: "hello",
        isStart: true,
        prompt: 'Say: "Bean Town. What is your order number?"',
        ...orderNumber(),
      },
      {
        type: "tool",
        name: "fetch",
        tool: { type: "apiRequest", method: "GET", name: "fetch_order", url: `${api.origin}/{{ orderNumber }}`, ...status() },
      },
      { type: "conversation", name: "tell", prompt: 'Say: "It is {{ status }}. Goodbye."' },
      { type: "hangup", name: "end" },
    ],
    edges: [
      { from: "hello", to: "fetch" },
      { from: "fetch", to: "tell", condition: { type: "ai", prompt: "{{ status == 'shipped' }}" } },
      { from: "tell", to: "end" },
    ],
  } as unknown as CreateWorkflow;
  const { caller, said, path, call, ask } = await startCall({ workflow });
  await expect.poll(said, PATIENCE).toEqual(["hello: Bean Town. What is your order number?"]);
  ask("It is 1042");
  await expect.poll(async () => (await call()).status, PATIENCE).toBe("ended");
  caller.close();
  expect((await call()).endedReason).toBe("assistant-ended-call");
  expect(await said()).toEqual(["hello: Bean Town. What is your order number?", "tell: It is shipped. Goodbye."]);
  expect(await path()).toEqual([
    ["hello", undefined, undefined],
    ["fetch", "hello", 0],
    ["tell", "fetch", 1],
    ["end", "tell", 2],
  ]);
  expect(caller.messages.filter((message) => message.type === "workflow.node.started")).toHaveLength(4);
  expect(api.arrived.map(({ url }) => url)).toEqual(["/1042"]);

  const workflowOverrides = { variableValues: { orderNumber: "7" } };
  const later = await startCall({ workflow, startAt: "fetch", workflowOverrides });
  await expect.poll(async () => (await later.call()).status, PATIENCE).toBe("ended");
  later.caller.close();
  expect(await later.said()).toEqual(["tell: It is shipped. Goodbye."]);
  expect(await later.path()).toEqual([
    ["fetch", undefined, undefined],
    ["tell", "fetch", 1],
    ["end", "tell", 2],
  ]);
  expect(api.arrived.map(({ url }) => url)).toEqual(["/1042", "/7"]);
});

const orderNumber = () => ({
  variableExtractionPlan: {
    schema: {
      type: "object",
      properties: { orderNumber: { type: "string", description: "The order number" } },
      required: ["orderNumber"],
    },
  },
});
const status = () => ({ variableExtractionPlan: { schema: { type: "object", properties: { status: { type: "string" } } } } });
