import { randomUUID } from "node:crypto";
import {
  type Assistant,
  CHAT_ENDING_INPUT,
  CHAT_MESSAGE_MAX_CHARACTERS,
  type ErrorBody,
  SESSION_MAX_CHARACTERS,
  WebChat,
  WebChatEvent,
} from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { toConversation } from "./chat-input.ts";
import { chat, session } from "./tables.ts";
import { type ChatClient, chatClient, spokenIn } from "./testing/chat-client.ts";

let server: TestServer;
let client: TestClient;
let chats: ChatClient;
let riley: Assistant;
let nowMs = Date.now();

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
  client = await server.signUp();
  chats = chatClient(client);
  const [first] = (await client.json<Assistant[]>("GET", "/assistant")).body;
  if (!first) throw new Error("a new organization has no assistant");
  riley = first;
});
afterAll(() => server.close());

const SATURDAY = "On Saturday, we are open from eight in the morning until four in the afternoon.";
const echo = (fields: object = {}) => ({ model: { provider: "callwright", model: "fake-echo" }, ...fields });
const script = (reply: string, fields: object = {}) => ({
  model: { provider: "callwright", model: "fake-script", reply },
  ...fields,
});

/** The history of a session that the model receives, as it is stored. */
async function historyOf(sessionId: string): Promise<string[]> {
  const { db } = server.context;
  const [row] = await db.select().from(session).where(eq(session.id, sessionId));
  const rows = await db.select().from(chat).where(eq(chat.sessionId, sessionId)).orderBy(chat.seq);
  const messages = [...(row?.openingMessages ?? []), ...rows.flatMap(({ input, output }) => [...input, ...output])];
  return toConversation(messages).map(({ role, content }) => `${role}: ${content}`);
}

async function saidBy(answer: Promise<{ status: number; body: WebChat }>): Promise<string> {
  const { status, body } = await answer;
  expect({ status, body: WebChat.safeParse(body).success }).toEqual({ status: 201, body: true });
  return body.output.map(({ content }) => content).join("\n");
}

test("an assistant answers, and its answer has the platform's shape", async () => {
  const { status, body } = await chats.say({ assistantId: riley.id, input: "When are you open on Saturday?" });
  expect({ status, body: WebChat.parse(body) }).toEqual({
    status: 201,
    body: {
      id: expect.any(String),
      sessionId: expect.any(String),
      sessionStatus: "active",
      output: [{ role: "assistant", content: SATURDAY }],
    },
  });
});

test("a stream has the same in deltas, in order, and ends with [DONE]", async () => {
  const response = await chats.open({ assistantId: riley.id, input: "When are you open on Saturday?" });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const events = await chats.stream({ assistantId: riley.id, input: "When are you open on Saturday?" });
  expect(events.at(-1)).toEqual({ event: undefined, data: "[DONE]" });
  const lines = events.slice(0, -1).map(({ data }) => WebChatEvent.parse(JSON.parse(data)));
  expect(lines.length).toBeGreaterThan(5);
  expect(new Set(lines.map(({ id, sessionId, path }) => `${id} ${sessionId} ${path}`)).size).toBe(1);
  expect(lines[0]?.path).toBe("chat.output[0].content");
  expect(spokenIn(events)).toBe(SATURDAY);
});

test("a session goes on: everything said is in it, once and in order", async () => {
  const first = await chats.say({ assistant: echo(), input: "one" });
  const { sessionId } = first.body;
  expect(await saidBy(chats.say({ sessionId, input: "two" }))).toBe("You said: two.");
  expect(spokenIn(await chats.stream({ sessionId, input: "three" }))).toBe("You said: three.");
  expect(await historyOf(sessionId)).toEqual([
    "user: one",
    "assistant: You said: one.",
    "user: two",
    "assistant: You said: two.",
    "user: three",
    "assistant: You said: three.",
  ]);
});

test("the first message that a page showed comes with the first turn", async () => {
  const input = [
    { role: "assistant", content: "Hi, how can I help?" },
    {
      role: "user",
      content: [
        { type: "input_text", text: "Do you " },
        { type: "input_text", text: "deliver?" },
      ],
    },
  ];
  const { body } = await chats.say({ assistant: echo({ firstMessage: "Never shown" }), input });
  expect(await historyOf(body.sessionId)).toEqual([
    "assistant: Hi, how can I help?",
    "user: Do you deliver?",
    "assistant: You said: Do you deliver?.",
  ]);
});

test("variables are put in once, at the start of a session", async () => {
  const messages = [{ role: "system", content: "{{name}} of {{customer.city}}, by {{transport.conversationType}}" }];
  const assistant = { model: { provider: "callwright", model: "fake-echo", messages } };
  const customer = { city: "Turin" };
  const overrides = { variableValues: { name: "Ada {{now}}" } };
  const { body } = await chats.say({ assistant, customer, assistantOverrides: overrides, input: "{{name}}" });
  await chats.say({ sessionId: body.sessionId, input: "again", assistantOverrides: { variableValues: { name: "Bob" } } });
  expect(await historyOf(body.sessionId)).toEqual([
    "system: Ada {{now}} of Turin, by chat",
    "user: {{name}}",
    "assistant: You said: {{name}}.",
    "user: again",
    "assistant: You said: again.",
  ]);
});

test("a session keeps the assistant it began with, overridden as its first chat said", async () => {
  const made = await client.json<Assistant>("POST", "/assistant", script("I am the first."));
  const { id } = made.body;
  const overrides = { model: { provider: "callwright", model: "fake-script", reply: "I was overridden." } };
  const overridden = (await chats.say({ assistantId: id, assistantOverrides: overrides, input: "hello" })).body;
  expect(overridden.output[0]?.content).toBe("I was overridden.");
  const { body } = await chats.say({ assistantId: id, input: "hello" });
  expect(body.output[0]?.content).toBe("I am the first.");
  await client.json("PATCH", `/assistant/${id}`, script("I am the second."));
  expect(await saidBy(chats.say({ assistantId: id, sessionId: body.sessionId, input: "and now?" }))).toBe("I am the first.");
  expect(await saidBy(chats.say({ assistantId: id, input: "and now?" }))).toBe("I am the second.");
  const again = { sessionId: overridden.sessionId, assistantOverrides: { variableValues: {} }, input: "and you?" };
  expect(await saidBy(chats.say(again))).toBe("I was overridden.");
  await client.json("DELETE", `/assistant/${id}`);
  expect(await saidBy(chats.say({ sessionId: body.sessionId, input: "still there?" }))).toBe("I am the first.");
});

test("previousChatId goes on in the session of the last chat, and branches off from an earlier one", async () => {
  const one = (await chats.say({ assistant: echo(), input: "one" })).body;
  const two = (await chats.say({ previousChatId: one.id, input: "two" })).body;
  expect(two.sessionId).toBe(one.sessionId);
  const other = (await chats.say({ previousChatId: one.id, input: "other" })).body;
  expect(other.sessionId).not.toBe(one.sessionId);
  expect(await historyOf(other.sessionId)).toEqual([
    "user: one",
    "assistant: You said: one.",
    "user: other",
    "assistant: You said: other.",
  ]);
  expect((await historyOf(one.sessionId)).at(-2)).toBe("user: two");
});

test("an end-call phrase of the assistant completes the session, with its last message", async () => {
  const assistant = script("It was a pleasure. Goodbye!", { endCallPhrases: ["goodbye"], endCallMessage: "Come again." });
  const events = await chats.stream({ assistant, input: "thanks" });
  expect(spokenIn(events)).toBe("It was a pleasure. Goodbye! Come again.");
  const last = JSON.parse(events.at(-2)?.data ?? "") as { sessionId: string };
  expect(last).toEqual({ id: expect.any(String), sessionId: expect.any(String), sessionStatus: "completed" });
  const refused = await chats.say<ErrorBody>({ sessionId: last.sessionId, input: "one more thing" });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "session-over", message: "This session has ended. Start a new one without sessionId and previousChatId." },
  });
});

test("sessionEnd completes the session after the answer; a widget's farewell is not answered at all", async () => {
  const first = (await chats.say({ assistant: echo(), input: "one" })).body;
  const ended = await chats.say({ sessionId: first.sessionId, input: CHAT_ENDING_INPUT, sessionEnd: true });
  expect(ended).toMatchObject({ status: 201, body: { output: [], sessionStatus: "completed" } });
  expect((await chats.say({ sessionId: first.sessionId, input: "two" })).status).toBe(409);
  const said = await chats.say({ assistant: echo(), input: "my last words", sessionEnd: true });
  expect(said.body).toMatchObject({ sessionStatus: "completed", output: [{ content: "You said: my last words." }] });
});

test("a session expires when nothing is said for long enough", async () => {
  const { sessionId } = (await chats.say({ assistant: echo(), input: "one", sessionExpirationSeconds: 60 })).body;
  nowMs += 59_000;
  expect((await chats.say({ sessionId, input: "two" })).status).toBe(201);
  nowMs += 59_000;
  expect((await chats.say({ sessionId, input: "three" })).status).toBe(201);
  nowMs += 60_000;
  expect(await chats.say<ErrorBody>({ sessionId, input: "four" })).toMatchObject({
    status: 409,
    body: { code: "session-over", message: expect.stringContaining("has expired") },
  });
});

test("a session that is full takes no more, nor does a branch of it", async () => {
  const assistant = { model: { provider: "callwright", model: "fake-echo", messages: [{ role: "system", content: "x" }] } };
  const { id, sessionId } = (await chats.say({ assistant, input: "one" })).body;
  const openingMessages = [{ role: "system" as const, content: "x".repeat(SESSION_MAX_CHARACTERS) }];
  await server.context.db.update(session).set({ openingMessages }).where(eq(session.id, sessionId));
  const last = await chats.say<ErrorBody>({ sessionId, input: "two" });
  expect(last).toMatchObject({
    status: 409,
    body: { code: "session-over", message: expect.stringContaining("2000000 characters") },
  });
  const [row] = await server.context.db.select().from(chat).where(eq(chat.id, id));
  if (!row) throw new Error("the chat is not stored");
  await server.context.db.insert(chat).values({ ...row, id: randomUUID(), seq: 1 });
  expect((await chats.say({ previousChatId: id, input: "two" })).status).toBe(409);
});

test("what is of another organization is as absent as what never was", async () => {
  const mine = (await chats.say({ assistantId: riley.id, input: "hello" })).body;
  const stranger = chatClient(await server.signUp());
  for (const body of [
    { assistantId: riley.id },
    { assistantId: randomUUID() },
    { sessionId: mine.sessionId },
    { sessionId: randomUUID() },
    { previousChatId: mine.id },
    { previousChatId: randomUUID() },
  ]) {
    const answers = [
      await stranger.say<ErrorBody>({ ...body, input: "hello" }),
      await stranger.open({ ...body, input: "hello" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  }
  expect(await historyOf(mine.sessionId)).toHaveLength(3);
});

const LONG = "x".repeat(CHAT_MESSAGE_MAX_CHARACTERS + 1);
test.each([
  [{ assistant: {} }, ["input is required and must be a string, or a list"]],
  [{ assistant: {}, input: 5 }, ["input must be a string, or a list"]],
  [{ assistant: {}, input: " " }, ["input must not be empty"]],
  [{ assistant: {}, input: [] }, ["input must end with a user message or a tool's answer"]],
  [{ assistant: {}, input: LONG }, [`input must have at most ${CHAT_MESSAGE_MAX_CHARACTERS} characters`]],
  [{ assistant: {}, input: [{ role: "assistant", content: "Hi" }] }, ["input must end with a user message or a tool's answer"]],
  [{ assistant: {}, input: [{ role: "user", content: "" }] }, ["input.0.content must not be empty"]],
  [
    { assistant: {}, input: [{ role: "user", content: LONG }] },
    [`input.0.content must have at most ${CHAT_MESSAGE_MAX_CHARACTERS} characters`],
  ],
  [{ assistant: {}, input: Array(101).fill({ role: "user", content: "hi" }) }, ["input must have at most 100 entries"]],
  [
    { assistant: {}, input: Array(11).fill({ role: "user", content: "x".repeat(10_000) }) },
    ["input must have at most 100000 characters in total"],
  ],
  [
    { assistant: {}, input: [{ role: "robot", content: "hi" }] },
    ["input.0.role must be one of: system, developer, user, assistant, tool"],
  ],
  [{ input: "hi" }, "Set 'assistantId', 'squadId' or 'workflowId', or continue with 'sessionId' or 'previousChatId'."],
  [{ squad: { members: [{}] }, input: "hi" }, ["squad.members.0 must have an assistant or an assistantId"]],
  [{ workflow: { name: "w", nodes: [], edges: [] }, input: "hi" }, ["workflow.nodes must have one node with isStart, and has 0"]],
  [{ assistant: {}, assistantId: randomUUID(), input: "hi" }, ["assistant must not be given together with assistantId"]],
  [{ assistantId: "riley", input: "hi" }, ["assistantId must be a UUID"]],
  [{ assistant: { frstMessage: "Hi" }, input: "hi" }, ["assistant.property frstMessage should not exist: write firstMessage"]],
  [
    { assistant: {}, input: "hi", instructions: "Be brief." },
    ["instructions is the assistant's: write assistantOverrides.model.messages"],
  ],
  [
    { sessionId: randomUUID(), previousChatId: randomUUID(), input: "hi" },
    ["previousChatId must not be given together with sessionId"],
  ],
  [{ assistant: {}, input: "hi", sessionExpirationSeconds: 59 }, ["sessionExpirationSeconds must be at least 60"]],
  [{ assistant: {}, input: "hi", stream: "yes" }, ["stream must be a boolean"]],
])("POST /chat/web %# answers 400 and names the field", async (body, message) => {
  for (const stream of [undefined, true]) {
    const sent = { ...(stream && !("stream" in body) ? { stream } : {}), ...body };
    const answer = await chats.say<ErrorBody>(sent);
    expect(answer).toMatchObject({ status: 400, body: { message, error: "Bad Request", statusCode: 400 } });
  }
});

test("another assistant than the session's is refused", async () => {
  const { sessionId } = (await chats.say({ assistant: echo(), input: "hi" })).body;
  expect(await chats.say<ErrorBody>({ sessionId, assistantId: riley.id, input: "hi" })).toMatchObject({
    status: 400,
    body: { message: ["assistantId must be that of the session, or left out"] },
  });
});
