import { randomUUID } from "node:crypto";
import { type Chat, type ErrorBody, Session } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Page } from "../../../platform/db/page-start.ts";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";

let server: TestServer;
let client: TestClient;
let stranger: TestClient;
let assistantId: string;
let phoneNumberId: string;

const PROMPT = { role: "system", content: "Greet {{name}}." };
const assistant = { model: { provider: "callwright", model: "fake-echo", messages: [PROMPT] } };

beforeAll(async () => {
  server = await startTestServer();
  [client, stranger] = [await server.signUp(), await server.signUp()];
  const create = async (path: string, body: object) => (await client.json<{ id: string }>("POST", path, body)).body.id;
  assistantId = await create("/assistant", assistant);
  phoneNumberId = await create("/phone-number", { provider: "twilio", number: "+14155550123", twilioAccountSid: "AC1" });
});
afterAll(() => server.close());

const create = <Body = Session>(body: object) => client.json<Body>("POST", "/session", body);
const say = async (sessionId: string, input: string) => client.json<Chat & ErrorBody>("POST", "/chat", { sessionId, input });

const MESSAGES = [
  { role: "user", content: [{ type: "input_text", text: "Hello" }], name: "Ada", metadata: { a: 1 } },
  { role: "assistant", content: "Hi", tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }] },
  { role: "tool", content: "done", tool_call_id: "1" },
];

test("a session keeps all it was made with, and is the same wherever it is read", async () => {
  const body = {
    name: "Support",
    status: "active",
    expirationSeconds: 600,
    messages: MESSAGES,
    assistantId,
    phoneNumberId,
    assistantOverrides: { variableValues: { name: "Ada" } },
    customer: { name: "Ada", number: "+14155550199" },
    customerId: randomUUID(),
  };
  const created = await create(body);
  expect({ status: created.status, body: Session.parse(created.body) }).toMatchObject({ status: 201, body });
  const { warnings: _, ...stored } = created.body;
  const { id } = stored;
  expect((await client.json("GET", `/session/${id}`)).body).toEqual(stored);
  expect((await client.json<Page<Session>>("GET", `/session?id=${id}`)).body.results).toEqual([stored]);
  const patched = await client.json<Session>("PATCH", `/session/${id}`, { name: "Other" });
  expect(patched.body).toEqual({ ...stored, name: "Other", updatedAt: patched.body.updatedAt });
});

test("its chats go on from its messages, under its prompt with its values put in", async () => {
  const { id } = (await create({ assistant, messages: MESSAGES, assistantOverrides: { variableValues: { name: "Ada" } } })).body;
  const chat = (await say(id, "one")).body;
  expect(chat).toMatchObject({ sessionId: id, output: [{ content: "You said: one." }] });
  expect(chat.messages).toEqual([{ role: "system", content: "Greet Ada." }, ...MESSAGES]);
  const { messages } = (await client.json<Session>("GET", `/session/${id}`)).body;
  expect(messages).toEqual([...MESSAGES, { role: "user", content: "one" }, { role: "assistant", content: "You said: one." }]);
});

test("all overrides of its assistant are kept and applied, and tools are added to those of the model", async () => {
  const tools = [{ type: "endCall" }];
  const assistantOverrides = {
    model: { ...assistant.model, tools, messages: [{ role: "system", content: "Be {{mood}}." }] },
    name: "Other",
    "tools:append": [{ type: "dtmf" }],
    variableValues: { mood: "kind" },
  };
  const { id } = (await create({ assistantId, assistantOverrides })).body;
  expect((await client.json("GET", `/session/${id}`)).body).toMatchObject({ assistantId, assistantOverrides });
  const chat = (await say(id, "one")).body;
  expect(chat.messages).toEqual([{ role: "system", content: "Be kind." }]);
  expect(chat.assistantOverrides).toEqual(assistantOverrides);

  const inline = (await create({ assistant: { name: "Own", ...assistant }, assistantOverrides })).body;
  const model = { ...assistantOverrides.model, tools: [{ type: "endCall" }, { type: "dtmf" }] };
  expect(inline.assistant).toMatchObject({ name: "Other", model });
  expect(inline.assistant).not.toHaveProperty("tools:append");
});

test("messages can be rewritten; chats go on from the rewritten ones", async () => {
  const { id } = (await create({ assistant })).body;
  await say(id, "one");
  const rewritten = [{ role: "user", content: "zero" }];
  expect((await client.json<Session>("PATCH", `/session/${id}`, { messages: rewritten })).body.messages).toEqual(rewritten);
  expect((await say(id, "two")).body.messages).toEqual([expect.objectContaining({ role: "system" }), ...rewritten]);
  const own = [{ role: "system", content: "Be brief." }];
  await client.json("PATCH", `/session/${id}`, { messages: own });
  expect((await say(id, "three")).body.messages).toEqual(own);
});

test("a completed session takes no more until it is made active again", async () => {
  const { id } = (await create({ assistant, status: "completed" })).body;
  expect(await say(id, "one")).toMatchObject({ status: 409, body: { code: "session-over" } });
  expect((await client.json<Session>("PATCH", `/session/${id}`, { status: null })).body.status).toBe("active");
  expect((await say(id, "one")).status).toBe(200);
});

test("every filter of the list narrows it", async () => {
  const [number, name] = ["+14155550177", randomUUID()];
  const customer = {
    number,
    name: "Bob",
    email: "bob@example.com",
    extension: "77",
    externalId: "b-1",
    sipUri: "sip:bob@example.com",
  };
  const assistantOverrides = { variableValues: { name: "Bob", plan: "gold" } };
  const { id } = (await create({ assistantId, phoneNumberId, name, customer, assistantOverrides })).body;
  await create({ assistant });
  const find = async (query: Record<string, string>) => {
    const { body } = await client.json<Page<Session>>("GET", `/session?${new URLSearchParams(query)}`);
    return { first: body.results[0]?.id, total: body.metadata.totalItems };
  };
  const one = { first: id, total: 1 };
  expect(await find({ id })).toEqual(one);
  expect(await find({ name })).toEqual(one);
  expect(await find({ customer: JSON.stringify({ number, name: "Bob" }) })).toEqual(one);
  expect(await find({ customer: JSON.stringify({ number, name: "Eve" }) })).toEqual({ first: undefined, total: 0 });
  expect(await find({ customerNumberAny: `+1999,${number}` })).toEqual(one);
  const { name: _, ...flat } = customer;
  for (const [field, value] of Object.entries(flat)) {
    expect(await find({ [field]: value })).toEqual(one);
    expect((await find({ [field]: "another" })).total).toBe(0);
  }
  expect(await find({ assistantOverrides: JSON.stringify({ variableValues: { plan: "gold" } }) })).toEqual(one);
  expect(await find({ idAny: id.toUpperCase() })).toEqual(one);
  for (const field of ["assistantId", "phoneNumberId"])
    expect((await find({ [field]: field === "assistantId" ? assistantId : phoneNumberId })).first).toBe(id);
  expect((await find({ assistantIdAny: `${randomUUID()},${assistantId}` })).first).toBe(id);
  expect((await find({ phoneNumberIdAny: phoneNumberId })).first).toBe(id);
  for (const field of ["squadId", "workflowId", "assistantId"]) expect((await find({ [field]: randomUUID() })).total).toBe(0);
});

test("a deleted session is gone with its chats' way on, and comes back", async () => {
  const { id } = (await create({ assistant })).body;
  expect((await client.json<Session>("DELETE", `/session/${id}`)).body.id).toBe(id);
  expect((await client.json("GET", `/session/${id}`)).status).toBe(404);
  expect((await say(id, "one")).status).toBe(404);
  expect((await client.json<Session>("POST", `/session/${id}/restore`)).body.id).toBe(id);
  expect((await say(id, "one")).status).toBe(200);
});

test("another organization's session is absent", async () => {
  const { id } = (await create({ assistant })).body;
  const answers = [
    await stranger.json("GET", `/session/${id}`),
    await stranger.json("PATCH", `/session/${id}`, { name: "mine" }),
    await stranger.json("DELETE", `/session/${id}`),
    await stranger.json("POST", `/session/${id}/restore`),
    await stranger.json("POST", "/session", { assistantId }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
  expect((await stranger.json<Page<Session>>("GET", "/session")).body.results).toEqual([]);
  expect((await stranger.json<ErrorBody>("POST", "/session", { assistant, phoneNumberId })).body.code).toBe("reference-missing");
});

test.each([
  [{}, 400, "session-target-missing"],
  [{ squadId: randomUUID() }, 404, "not-found"],
  [{ workflowId: randomUUID() }, 404, "not-found"],
  [{ assistantId: randomUUID() }, 404, "not-found"],
  [{ assistant: {}, expirationSeconds: 59 }, 400, "validation-failed"],
])("%# is refused", async (body, status, code) => {
  expect(await create<ErrorBody>(body)).toMatchObject({ status, body: { code } });
});
