import { randomUUID } from "node:crypto";
import {
  type Chat,
  type CreateTool,
  type ErrorBody,
  type Session,
  type StoredToolRun,
  type Token,
  WebChat,
  WebChatEvent,
} from "@callwright/contract";
import { eq } from "drizzle-orm";
import OpenAI from "openai";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { type LoopbackServer, startLoopbackServer } from "../credential/outgoing/testing/loopback-server.ts";
import { chat, session } from "./tables.ts";
import { chatClient, readEvents } from "./testing/chat-client.ts";

let server: TestServer;
let client: TestClient;
let api: LoopbackServer;
beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  client = await server.signUp();
  api = await startLoopbackServer((response) => response.end("{}"));
});
afterAll(async () => {
  await api.close();
  await server.close();
});
beforeEach(() => {
  api.arrived.length = 0;
  api.answer = (response) => response.end('{"answer":"It rains.","station":"north"}');
});

const definition = {
  name: "get_weather",
  description: "Gets the weather of a city.",
  parameters: { type: "object" as const, properties: { city: { type: "string" as const } }, required: ["city"] },
};
const ofApi = (fields: object = {}): CreateTool => ({
  type: "apiRequest",
  method: "GET",
  url: `${api.origin}/weather`,
  name: "get_weather",
  function: definition,
  description: definition.description,
  ...fields,
});
const ofClient: CreateTool = { type: "function", function: definition };
const builtIn = (...tools: CreateTool[]) => ({ model: { provider: "callwright", model: "builtin", tools } });
/** A model that repeats these steps in every chat. */
const scripted = (steps: unknown[][], ...tools: CreateTool[]) => ({
  model: { provider: "callwright", model: "fake-tools", steps, tools },
});
const say = <Body = Chat>(body: object, path = "/chat") => client.json<Body>("POST", path, body);
const ASK = "What is the weather in Paris?";
const CALLED = { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } };

test("a tool runs, and its call and answer stay in the session", async () => {
  const { body } = await say({ assistant: builtIn(ofApi()), input: ASK });
  expect(body.output).toEqual([
    expect.objectContaining({ role: "assistant", tool_calls: [CALLED] }),
    {
      role: "tool",
      tool_call_id: "call_1",
      name: "get_weather",
      content: '{"answer":"It rains.","station":"north"}',
      durationMs: expect.any(Number),
    },
    { role: "assistant", content: expect.stringContaining("rains") },
  ]);
  expect(api.arrived.map(({ url }) => url)).toEqual(["/weather?city=Paris"]);
  const next = await say({ sessionId: body.sessionId, input: "Thank you" });
  expect(next.body.messages).toEqual([...(body.messages ?? []), { role: "user", content: ASK }, ...(body.output ?? [])]);
  const whole = await client.json<Session>("GET", `/session/${body.sessionId}`);
  expect(whole.body.messages).toEqual([
    { role: "user", content: ASK },
    ...(body.output ?? []),
    { role: "user", content: "Thank you" },
    ...(next.body.output ?? []),
  ]);
});

test("a tool's server gets the chat, without what is secret in its assistant", async () => {
  api.answer = (response, { body }) => {
    const { toolCallList } = JSON.parse(body).message;
    response.end(JSON.stringify({ results: [{ toolCallId: toolCallList[0].id, result: "It snows." }] }));
  };
  const server = { url: `${api.origin}/tools`, headers: { "X-Secret": "s" } };
  const { body } = await say({ assistant: builtIn({ type: "function", function: definition, server }), input: ASK });
  expect(body.output?.at(-1)).toMatchObject({ content: "It snows." });
  const { message } = JSON.parse(api.arrived[0]?.body ?? "");
  expect(message).toMatchObject({
    type: "tool-calls",
    chat: { id: body.id, sessionId: body.sessionId, input: [{ content: ASK }] },
  });
  expect(api.arrived[0]?.headers["x-secret"]).toBe("s");
  expect(JSON.stringify(message)).not.toContain("X-Secret");
});

test("values that tools extract stay in the session, and not in one that branches off before", async () => {
  const plan = { schema: { type: "object", properties: { station: { type: "string" } } } };
  const tool = ofApi({
    variableExtractionPlan: plan,
    messages: [{ type: "request-complete", content: "From {{station}}." }],
  });
  const second: CreateTool = {
    type: "apiRequest",
    name: "save",
    method: "GET",
    url: `${api.origin}/save`,
    parameters: [{ key: "from", value: "{{ station }}" }],
    messages: [{ type: "request-complete", content: "Saved." }],
  };
  const open = scripted([["Hello."]], tool, second);
  const first = (await say({ assistant: open, input: "Hi" })).body;
  // The second chat of the session calls the tool, the third one another that uses its value.
  const { db } = server.context;
  const become = (assistant: object) =>
    db
      .update(session)
      .set({ assistant: assistant as never })
      .where(eq(session.id, first.sessionId ?? ""));
  await become(scripted([[{ tool: "get_weather", arguments: { city: "Paris" } }]], tool, second));
  const told = await say({ sessionId: first.sessionId, input: "Weather?" });
  expect(told.body.output?.at(-1)).toEqual({ role: "assistant", content: "From north." });
  await become(scripted([[{ tool: "save" }]], tool, second));
  await say({ sessionId: first.sessionId, input: "Save it" });
  await say({ previousChatId: first.id, input: "Save it" });
  expect(api.arrived.map(({ url }) => url)).toEqual(["/weather?city=Paris", "/save?from=north", "/save?from="]);
});

test("a tool without a server is the client's: the reply ends with the call, and the next request answers it", async () => {
  const { body } = await say({ assistant: builtIn(ofClient), input: ASK });
  expect(body).toMatchObject({ status: "completed", sessionStatus: "active" });
  expect(body.output).toEqual([expect.objectContaining({ role: "assistant", tool_calls: [CALLED] })]);
  const { sessionId } = body;
  const wrong = await say<ErrorBody>({ sessionId, input: [{ role: "tool", tool_call_id: "other", content: "x" }] });
  expect(wrong).toMatchObject({
    status: 400,
    body: { message: ["input.0 must answer a tool call: none with the id 'other' waits for an answer"] },
  });
  const answer = { role: "tool", tool_call_id: "call_1", content: '{"message":"It will rain."}' };
  const answered = await say({ sessionId, input: [answer] });
  expect(answered.body).toMatchObject({ input: [answer], output: [{ role: "assistant", content: "It will rain." }] });
  expect((await say({ sessionId, input: [answer] })).status).toBe(400);
});

test("in the Responses API a call is an item, and function_call_output answers it", async () => {
  const openai = new OpenAI({ apiKey: client.orgToken, baseURL: `${server.url}/chat`, maxRetries: 0 });
  const { id: assistantId } = (await client.json<{ id: string }>("POST", "/assistant", builtIn(ofClient))).body;
  const asked = { model: "any", assistantId };
  const stream = openai.responses.stream({ ...asked, input: ASK });
  let given = "";
  stream.on("response.function_call_arguments.delta", ({ delta }) => {
    given += delta;
  });
  const first = await stream.finalResponse();
  expect(given).toBe('{"city":"Paris"}');
  const call = first.output.find(({ type }) => type === "function_call");
  expect(call).toMatchObject({ call_id: "call_1", name: "get_weather", arguments: '{"city":"Paris"}' });
  const whole = await openai.responses.create({ ...asked, input: ASK, stream: false });
  expect(whole.output.at(-1)).toMatchObject({ type: "function_call", call_id: "call_1" });
  const second = await openai.responses.create({
    ...asked,
    previous_response_id: first.id,
    input: [{ type: "function_call_output", call_id: "call_1", output: "sunny, 20 degrees" }],
    stream: false,
  });
  expect(second.output_text).toBe("Sunny, 20 degrees.");
});

test("a visitor sees and answers the calls of the page, and no others", async () => {
  const stored = async (tool: CreateTool) => (await client.json<{ id: string }>("POST", "/assistant", builtIn(tool))).body.id;
  const token = (await client.json<Token>("POST", "/token", { tag: "public" })).body.value;
  const chats = chatClient(client, token);
  const hidden = { assistantId: await stored(ofApi()), input: ASK };
  const { body } = await chats.say(hidden);
  expect(WebChat.parse(body).output).toEqual([{ role: "assistant", content: expect.stringContaining("rains") }]);
  expect(JSON.stringify(await chats.stream(hidden))).not.toContain("get_weather");
  const events = await chats.stream({ assistantId: await stored(ofClient), input: ASK });
  const [call, end] = events.slice(-2);
  expect(WebChatEvent.parse(JSON.parse(call?.data ?? ""))).toMatchObject({ tool_call: CALLED });
  expect(end?.data).toBe("[DONE]");
  const { sessionId } = JSON.parse(call?.data ?? "");
  const answered = await chats.say({ sessionId, input: [{ role: "tool", tool_call_id: "call_1", content: "sunny" }] });
  expect(answered.body.output).toEqual([{ role: "assistant", content: "Sunny." }]);
});

test("a stream of the organization has a line for each call and answer", async () => {
  api.answer = (response) => response.writeHead(500).end("broken");
  const response = await chatClient(client).open({ assistant: builtIn(ofApi()), input: ASK }, { path: "/chat" });
  const lines = readEvents(await response.text()).flatMap(({ data }) =>
    data === "[DONE]" ? [] : [WebChatEvent.parse(JSON.parse(data))],
  );
  expect(lines.flatMap(({ tool_call }) => tool_call ?? [])).toEqual([CALLED]);
  expect(lines.flatMap(({ tool_result }) => tool_result ?? [])).toEqual([
    { tool_call_id: "call_1", content: expect.stringContaining("500"), failed: true, durationMs: expect.any(Number) },
  ]);
});

test("endCall ends the session", async () => {
  const assistant = scripted([["Goodbye.", { tool: "endCall" }]], { type: "endCall" });
  const { body } = await say({ assistant, input: "That is all" });
  expect(body).toMatchObject({
    sessionStatus: "completed",
    output: [{ content: "Goodbye." }, { role: "tool", name: "endCall" }],
  });
  expect(await say({ sessionId: body.sessionId, input: "Wait" })).toMatchObject({ status: 409, body: { code: "session-over" } });
});

test("a visitor's own assistant does not use the organization's server", async () => {
  const org = { server: { url: `${api.origin}/org` } };
  expect((await client.json("PATCH", `/org/${client.orgId}`, org)).status).toBe(200);
  const token = (await client.json<Token>("POST", "/token", { tag: "public" })).body.value;
  const { body } = await chatClient(client, token).say({ assistant: builtIn(ofClient), input: ASK });
  expect(body.output).toEqual([expect.objectContaining({ tool_calls: [CALLED] })]);
  expect(api.arrived).toEqual([]);
  await say({ assistant: builtIn(ofClient), input: ASK });
  expect(api.arrived.map(({ url }) => url)).toEqual(["/org"]);
  await client.json("PATCH", `/org/${client.orgId}`, { server: null });
});

test("a function that a visitor appends to a squad's members does not use their servers", async () => {
  const member = (name: string) => ({ ...builtIn(), name, server: { url: `${api.origin}/${name}` } });
  const members = [
    { assistant: member("front"), assistantDestinations: [{ type: "assistant", assistantName: "back", description: "Refunds" }] },
    { assistant: member("back") },
  ];
  const { id } = (await client.json<{ id: string }>("POST", "/squad", { name: "Shop", members })).body;
  const asked = { squadId: id, assistantOverrides: { "tools:append": [ofClient] }, input: ASK };
  const token = (await client.json<Token>("POST", "/token", { tag: "public" })).body.value;
  const { body } = await chatClient(client, token).say(asked);
  expect(body.output).toEqual([expect.objectContaining({ tool_calls: [CALLED] })]);
  expect(api.arrived).toEqual([]);
  await say(asked);
  expect(api.arrived.map(({ url }) => url)).toEqual(["/front"]);
});

test("a tool that does not exist is refused with its field, and nothing is stored", async () => {
  const assistant = { model: { provider: "callwright", model: "builtin", toolIds: [randomUUID()] } };
  const refused = await say<ErrorBody>({ assistant, input: "Hi" });
  expect(refused).toMatchObject({ status: 400, body: { code: "reference-missing" } });
  expect(JSON.stringify(refused.body.message)).toContain("assistant.model.toolIds.0");
});

test("the runs of a tool are listed, newest first, with what they were given and answered", async () => {
  const { id } = (await client.json<{ id: string }>("POST", "/tool", ofApi())).body;
  const assistant = { model: { provider: "callwright", model: "builtin", toolIds: [id] } };
  const first = (await say({ assistant, input: ASK })).body;
  api.answer = (response) => response.writeHead(500).end("broken");
  const second = (await say({ assistant, input: ASK })).body;
  const { status, body } = await client.json<StoredToolRun[]>("GET", `/tool/${id}/run`);
  const run = { toolId: id, orgId: client.orgId, name: "get_weather", arguments: { city: "Paris" } };
  const times = { startedAt: expect.any(String), durationMs: expect.any(Number) };
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      {
        ...run,
        ...times,
        id: expect.any(String),
        chatId: second.id,
        sessionId: second.sessionId,
        failed: true,
        result: expect.stringContaining("500"),
      },
      {
        ...run,
        ...times,
        id: expect.any(String),
        chatId: first.id,
        sessionId: first.sessionId,
        failed: false,
        result: '{"answer":"It rains.","station":"north"}',
      },
    ],
  });
  const { db } = server.context;
  await db.delete(chat).where(eq(chat.id, first.id));
  expect((await client.json<StoredToolRun[]>("GET", `/tool/${id}/run`)).body.map(({ chatId }) => chatId)).toEqual([second.id]);
  const stranger = await server.signUp();
  expect((await stranger.json("GET", `/tool/${id}/run`)).status).toBe(404);
});
