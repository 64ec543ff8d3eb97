import type { Call, CallEvent, CreateAssistant, ErrorBody, Session, Tool } from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { joinAsSpokenCaller } from "../../call/runtime/testing/spoken-caller.ts";
import { type LoopbackServer, startLoopbackServer } from "../../credential/outgoing/testing/loopback-server.ts";

/** Hooks that the server runs or prepares. When hooks of calls fire is the subject of `call-hooks.test.ts` in the engine. */

let server: TestServer;
let client: TestClient;
let api: LoopbackServer;
let toolId: string;
beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
  api = await startLoopbackServer((response) => response.end('{"plan":"gold"}'));
  const variables = { schema: { type: "object", properties: { plan: { type: "string" } } } };
  const tool = {
    type: "apiRequest",
    method: "GET",
    url: `${api.origin}/customer`,
    name: "look_up",
    variableExtractionPlan: variables,
  };
  toolId = (await client.json<Tool>("POST", "/tool", tool)).body.id;
});
afterAll(async () => {
  await api.close();
  await server.close();
});
beforeEach(() => {
  api.arrived.length = 0;
});

const assistantWith = (hooks: CreateAssistant["hooks"]): CreateAssistant => ({
  model: { provider: "callwright", model: "fake-echo", messages: [{ role: "system", content: "Be kind." }] },
  transcriber: { provider: "callwright", model: "browser" },
  firstMessageMode: "assistant-waits-for-user",
  ...(hooks && { hooks }),
});

test("a session's hooks run once, before its first answer, and leave what they bring", async () => {
  const assistant = assistantWith([
    {
      on: "session.created",
      do: [
        { type: "tool", toolId },
        { type: "message.add", message: { role: "system", content: "The customer waits since noon." } },
      ],
    },
  ]);
  const { status, body } = await client.json<Session>("POST", "/session", { assistant });
  expect(status).toBe(201);
  expect(api.arrived.map(({ url }) => url)).toEqual(["/customer"]);
  const contents = (body.messages ?? []).map(({ content }) => content);
  expect(contents).toContain('{"plan":"gold"}');
  expect(contents).toContain("The customer waits since noon.");
  await client.json("POST", "/chat", { sessionId: body.id, input: "Hello" });
  expect(api.arrived).toHaveLength(1);
});

test("a hook's tool that does not exist refuses the session and the call, and names its field", async () => {
  const gone = "00000000-0000-4000-8000-000000000000";
  for (const [path, on] of [
    ["/session", "session.created"],
    ["/call/web", "call.ending"],
  ] as const) {
    const assistant = assistantWith([{ on, do: [{ type: "tool", toolId: gone }] }]);
    const refused = await client.json<ErrorBody>("POST", path, { assistant });
    expect(refused, path).toMatchObject({ status: 400, body: { code: "reference-missing" } });
    expect(JSON.stringify(refused.body), path).toContain("hooks.0.do.0.toolId");
  }
});

test("the end of a call runs a stored tool, and the call's events say so", { tags: "long", timeout: 180_000 }, async () => {
  const assistant = assistantWith([{ on: "call.ending", do: [{ type: "tool", toolId }] }]);
  const { body } = await client.json<Call>("POST", "/call/web", { assistant });
  const caller = await joinAsSpokenCaller(body.webCallUrl ?? "");
  await expect.poll(() => caller.isListening(), { timeout: 90_000 }).toBe(true);
  await client.json("POST", `/call/${body.id}/end`);
  caller.close();
  const { body: events } = await client.json<CallEvent[]>("GET", `/call/${body.id}/event`);
  expect(events.map(({ type }) => type).filter((type) => /^(hook|tool|call\.ended)/.test(type))).toEqual([
    "hook.fired",
    "tool.called",
    "tool.answered",
    "call.ended",
  ]);
  expect(events.find(({ type }) => type === "tool.answered")?.payload).toMatchObject({
    result: '{"plan":"gold"}',
    failed: false,
  });
});
