import { ASSISTANT_DEFAULTS, CHAT_ENDING_INPUT, ResponseEvent, ResponseObject } from "@callwright/contract";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { type ChatClient, chatClient } from "./testing/chat-client.ts";

/** The official client of the OpenAI API tests the route: it is pointed at `/chat/web`, and gets what it expects. */
let server: TestServer;
let client: TestClient;
let chats: ChatClient;
let openai: OpenAI;
let assistantId: string;

const PATH = "/chat/web/responses";
const SATURDAY = "On Saturday, we are open from eight in the morning until four in the afternoon.";

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signUp();
  chats = chatClient(client);
  openai = new OpenAI({ apiKey: client.orgToken, baseURL: `${server.url}/chat/web`, maxRetries: 0 });
  assistantId = (await client.json<{ id: string }[]>("GET", "/assistant")).body[0]?.id ?? "";
});
afterAll(() => server.close());

/** Fields that the platform adds to a request of that API. */
const withAssistant = <Body extends object>(body: Body, fields: object = { assistantId }) => ({ ...body, ...fields });
const failing = { assistant: { model: { provider: "callwright", model: "fake-fails" } } };

test("the official client gets an answer, and goes on from it", async () => {
  const first = await openai.responses.create(
    withAssistant({ model: "gpt-4o", input: "When are you open on Saturday?", stream: false as const }),
  );
  expect(first.output_text).toBe(SATURDAY);
  expect(ResponseObject.parse(first)).toMatchObject({ status: "completed", error: null, model: "gpt-4o" });
  const second = await openai.responses.create({
    model: "gpt-4o",
    input: [{ role: "user", content: [{ type: "input_text", text: "Do you deliver?" }] }],
    previous_response_id: first.id,
    stream: false,
  });
  expect(second.output_text).toContain("We deliver within 5 miles");
  expect(second).toMatchObject({ previous_response_id: first.id, sessionId: Reflect.get(first, "sessionId") });
});

test("the official client follows a stream to its end", async () => {
  const stream = openai.responses.stream(withAssistant({ model: "gpt-4o", input: "When are you open on Saturday?" }));
  const deltas: string[] = [];
  stream.on("response.output_text.delta", ({ delta }) => deltas.push(delta));
  const final = await stream.finalResponse();
  expect(deltas.length).toBeGreaterThan(5);
  expect(deltas.join("")).toBe(SATURDAY);
  expect(final.output_text).toBe(SATURDAY);
  expect(final.status).toBe("completed");
});

test("a stream is the default, its events named and numbered in the order of that API, without [DONE]", async () => {
  const response = await chats.open({ assistantId, input: "hi", stream: undefined }, { path: PATH });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  await response.body?.cancel();
  const events = await chats.stream({ assistantId, input: "When are you open on Saturday?" }, { path: PATH });
  const read = events.map(({ event, data }) => ({ event, ...ResponseEvent.parse(JSON.parse(data)) }));
  expect(read.map(({ sequence_number }) => sequence_number)).toEqual(read.map((_, index) => index));
  expect(read.every(({ event, type }) => event === type)).toBe(true);
  const withoutRepeats = read.map(({ type }) => type).filter((type, index, all) => type !== all[index - 1]);
  expect(withoutRepeats).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
});

test("a failed model is a failed response, which says the failure message", async () => {
  const response = await openai.responses.create(withAssistant({ input: "hi", stream: false as const }, failing));
  expect(response).toMatchObject({
    status: "failed",
    error: { code: "server_error" },
    output_text: ASSISTANT_DEFAULTS.failureMessage,
  });
  const events = await chats.stream({ ...failing, input: "hi" }, { path: PATH });
  expect(events.at(-1)?.event).toBe("response.failed");
});

test("what is cut is incomplete", async () => {
  const assistant = { model: { provider: "callwright", model: "fake-long", sentences: 10_000 } };
  const events = await chats.stream({ assistant, input: "go" }, { path: PATH });
  expect(events.at(-1)?.event).toBe("response.incomplete");
  expect(JSON.parse(events.at(-1)?.data ?? "")).toMatchObject({
    response: { status: "incomplete", incomplete_details: { reason: "max_output_tokens" }, output: [{ status: "incomplete" }] },
  });
});

test("an answer to nothing has no message", async () => {
  const events = await chats.stream({ assistantId, input: CHAT_ENDING_INPUT, sessionEnd: true }, { path: PATH });
  expect(events.map(({ event }) => event)).toEqual(["response.created", "response.in_progress", "response.completed"]);
  expect(JSON.parse(events.at(-1)?.data ?? "")).toMatchObject({ response: { output: [], sessionStatus: "completed" } });
});

test("the official client understands a refusal", async () => {
  const refused = openai.responses.create(withAssistant({ input: "hi" }, { assistantId: client.orgId }));
  await expect(refused).rejects.toMatchObject({ status: 404 });
  const tools = openai.responses.create(withAssistant({ input: "hi", tools: [{ type: "web_search" }], stream: false as const }));
  await expect(tools).rejects.toMatchObject({ status: 400 });
});

test("a stream that is told again is whole", async () => {
  const body = { assistantId, input: "When are you open on Saturday?" };
  const first = await chats.stream(body, { path: PATH, idempotencyKey: "again" });
  const again = await chats.stream(body, { path: PATH, idempotencyKey: "again" });
  expect(again.length).toBeLessThan(first.length);
  const last = (events: typeof first) => JSON.parse(events.at(-1)?.data ?? "") as { response: object };
  expect(last(again).response).toEqual(last(first).response);
  expect(again.map(({ event }) => event)).toEqual(
    first.map(({ event }) => event).filter((event, index, all) => event !== all[index - 1]),
  );
});
