import { randomUUID } from "node:crypto";
import { Chat, type ErrorBody, ResponseObject, type Session, WebChatEvent } from "@callwright/contract";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "../../platform/db/page-start.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { chatClient, readEvents, spokenIn } from "./testing/chat-client.ts";

let server: TestServer;
let client: TestClient;
let stranger: TestClient;
let assistantId: string;

beforeAll(async () => {
  server = await startTestServer();
  [client, stranger] = [await server.signUp(), await server.signUp()];
  assistantId = (await client.json<{ id: string }>("POST", "/assistant", echo({ name: "Echo" }))).body.id;
});
afterAll(() => server.close());

const echo = (fields: object = {}) => ({ model: { provider: "callwright", model: "fake-echo" }, ...fields });
const say = <Body = Chat>(body: object) => client.json<Body>("POST", "/chat", body);
const idsOf = async (query: string) => (await client.json<Page<Chat>>("GET", `/chat?${query}`)).body.results.map(({ id }) => id);

test("a chat is answered as the whole chat, and is the same when it is read", async () => {
  const { status, body } = await say({ assistantId, name: "Opening hours", input: "one" });
  expect({ status, body: Chat.parse(body) }).toMatchObject({
    status: 200,
    body: {
      orgId: client.orgId,
      name: "Opening hours",
      assistantId,
      status: "completed",
      sessionStatus: "active",
      input: [{ role: "user", content: "one" }],
      output: [{ role: "assistant", content: "You said: one." }],
      messages: [],
    },
  });
  expect((await client.json("GET", `/chat/${body.id}`)).body).toEqual(body);
  const next = await say({ previousChatId: body.id, input: "two" });
  expect(next.body).toMatchObject({ previousChatId: body.id, sessionId: body.sessionId });
  expect(next.body.messages).toEqual([...(body.input as object[]), ...(body.output ?? [])]);
});

test("messages are kept as they came, what a tool answered among them", async () => {
  const input = [
    { role: "developer", content: "Be brief.", name: "ops" },
    {
      role: "assistant",
      tool_calls: [{ id: "1", type: "function", function: { name: "hours", arguments: "{}" } }],
    },
    { role: "tool", content: "8 to 16", tool_call_id: "1" },
    { role: "user", content: [{ type: "input_text", text: "When?" }], metadata: { page: 1 } },
  ];
  const { status, body } = await say({ assistant: echo(), input });
  expect({ status, body }).toMatchObject({ status: 200, body: { input, output: [{ content: "You said: When?." }] } });
  expect(body.assistant).toMatchObject(echo());
});

test("a stream says the same in deltas", async () => {
  const response = await chatClient(client).open({ assistantId, input: "one" }, { path: "/chat" });
  expect(response.status).toBe(200);
  const events = readEvents(await response.text());
  expect(events.at(-1)?.data).toBe("[DONE]");
  const { id } = WebChatEvent.parse(JSON.parse(events[0]?.data ?? ""));
  expect(spokenIn(events)).toBe("You said: one.");
  expect((await client.json<Chat>("GET", `/chat/${id}`)).body.output).toEqual([{ role: "assistant", content: "You said: one." }]);
});

test("the official client of the OpenAI API is answered whole and as a stream, and goes on", async () => {
  const openai = new OpenAI({ apiKey: client.orgToken, baseURL: `${server.url}/chat`, maxRetries: 0 });
  const asked = { model: "gpt-4o", assistantId };
  const first = await openai.responses.create({ ...asked, input: "one", stream: false });
  expect(first.output_text).toBe("You said: one.");
  expect(ResponseObject.parse(first).status).toBe("completed");
  const stream = openai.responses.stream({ ...asked, input: "two", previous_response_id: first.id });
  let said = "";
  stream.on("response.output_text.delta", ({ delta }) => {
    said += delta;
  });
  const last = await stream.finalResponse();
  expect([said, last.output_text]).toEqual(["You said: two.", "You said: two."]);
  const stored = (await client.json<Chat>("GET", `/chat/${last.id}`)).body;
  expect(stored).toMatchObject({ previousChatId: first.id, messages: [{ content: "one" }, { content: "You said: one." }] });
  const refused = await openai.responses.create({ model: "gpt-4o", input: "x", stream: false }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(OpenAI.BadRequestError);
});

test("every filter of the list narrows it", async () => {
  const first = (await say({ assistant: echo(), input: "one" })).body;
  const second = (await say({ previousChatId: first.id, input: "two" })).body;
  const other = (await say({ assistantId, input: "three" })).body;
  expect(await idsOf(`id=${first.id}`)).toEqual([first.id]);
  expect(await idsOf(`idAny=${first.id}&idAny=${other.id.toUpperCase()}`)).toEqual([other.id, first.id]);
  expect(await idsOf(`sessionId=${first.sessionId}`)).toEqual([second.id, first.id]);
  expect(await idsOf(`sessionId=${first.sessionId}&sortOrder=ASC&limit=1`)).toEqual([first.id]);
  expect(await idsOf(`previousChatId=${first.id}`)).toEqual([second.id]);
  expect((await idsOf(`assistantId=${assistantId}`))[0]).toBe(other.id);
  expect(await idsOf(`assistantIdAny=${randomUUID()},${assistantId.toUpperCase()}&limit=1`)).toEqual([other.id]);
  for (const field of ["squadId", "workflowId", "assistantId"]) expect(await idsOf(`${field}=${randomUUID()}`)).toEqual([]);
});

test("a deleted chat is gone, comes back, and stays part of what was said", async () => {
  const { id, sessionId } = (await say({ assistantId, input: "one" })).body;
  expect((await client.json("DELETE", `/chat/${id}`)).status).toBe(200);
  expect((await client.json("GET", `/chat/${id}`)).status).toBe(404);
  expect(await idsOf(`sessionId=${sessionId}`)).toEqual([]);
  expect((await say({ sessionId, input: "two" })).body.messages).toHaveLength(2);
  expect((await client.json<Chat>("POST", `/chat/${id}/restore`)).body.id).toBe(id);
  expect((await client.json("GET", `/chat/${id}`)).status).toBe(200);
});

test("another organization's chat is absent", async () => {
  const { id, sessionId } = (await say({ assistantId, input: "one" })).body;
  const answers = [
    await stranger.json("GET", `/chat/${id}`),
    await stranger.json("DELETE", `/chat/${id}`),
    await stranger.json("POST", `/chat/${id}/restore`),
    ...(await Promise.all(
      [{ assistantId }, { sessionId }, { previousChatId: id }].map((body) =>
        stranger.json("POST", "/chat", { ...body, input: "hi" }),
      ),
    )),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(404));
  expect((await stranger.json<Page<Chat>>("GET", `/chat?sessionId=${sessionId}`)).body.results).toEqual([]);
});

test.each([
  [{ sessionId: randomUUID(), previousChatId: randomUUID() }, 400, "validation-failed"],
  [{ squadId: randomUUID() }, 404, "not-found"],
  [{ workflowId: randomUUID() }, 404, "not-found"],
  [{}, 400, "chat-target-missing"],
  [{ assistant: {}, transport: { type: "twilio.sms" } }, 400, "validation-failed"],
])("%# is refused, and nothing is stored", async (body, status, code) => {
  const before = (await client.json<Page<Session>>("GET", "/session?limit=0")).body.metadata.totalItems;
  for (const path of ["/chat", "/chat/responses"])
    expect(await client.json<ErrorBody>("POST", path, { ...body, input: "hi" })).toMatchObject({ status, body: { code } });
  expect((await client.json<Page<Session>>("GET", "/session?limit=0")).body.metadata.totalItems).toBe(before);
});
