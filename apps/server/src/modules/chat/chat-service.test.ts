import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ASSISTANT_DEFAULTS,
  CHAT_OUTPUT_MAX_CHARACTERS,
  type ErrorBody,
  ORG_CONCURRENT_CHATS,
  type WebChat,
} from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { desc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { parseConfig } from "../../platform/config/config.ts";
import { startServer } from "../../server.ts";
import { createTestDatabase, openTestCluster } from "../../testing/postgres-cluster.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { signUpTestClient } from "../../testing/test-client.ts";
import { chat, session } from "./tables.ts";
import { type ChatClient, chatClient, spokenIn } from "./testing/chat-client.ts";
import { type HeldModel, startHeldModel } from "./testing/held-model.ts";

let server: TestServer;
let chats: ChatClient;
let model: FakeOpenAiServer;

beforeAll(async () => {
  server = await startTestServer({ config: { allowPrivateAddresses: true } });
  chats = chatClient(await server.signUp());
});
afterAll(() => server.close());
beforeEach(async () => {
  model = await startFakeOpenAiServer();
});
afterEach(() => model.close());

const fake = (name: string, fields: object = {}) => ({ model: { provider: "callwright", model: name, ...fields } });
const remote = (fields: object = {}) => ({ model: { provider: "custom-llm", model: "m", url: model.url }, ...fields });
const rowOf = async (id: string) => (await server.context.db.select().from(chat).where(eq(chat.id, id)))[0];
const lastOf = async (sessionId: string) =>
  (await server.context.db.select().from(chat).where(eq(chat.sessionId, sessionId)).orderBy(chat.seq)).at(-1);

/** Begins a stream, and returns when its first delta has arrived. */
async function begin(body: object): Promise<{ id: string; sessionId: string; leave: () => void }> {
  const leaving = new AbortController();
  const response = await chats.open(body, { signal: leaving.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error("a stream has no body");
  let text = "";
  while (!text.includes("\n\n")) text += (await reader.read()).value ?? "";
  const [first = ""] = text.split("\n\n");
  const { id, sessionId } = JSON.parse(first.slice("data: ".length)) as { id: string; sessionId: string };
  return { id, sessionId, leave: () => leaving.abort() };
}

test("a model that fails is made up for in words, and its reason is kept for its owner", async () => {
  model.reply({ kind: "error", status: 500, message: "secret-detail" });
  const { status, body } = await chats.say({ assistant: remote(), input: "hello" });
  expect(status).toBe(201);
  expect(body.output).toEqual([{ role: "assistant", content: ASSISTANT_DEFAULTS.failureMessage }]);
  expect(JSON.stringify(body)).not.toContain("secret-detail");
  expect(await rowOf(body.id)).toMatchObject({
    status: "failed",
    failure: { provider: "custom-llm", message: expect.stringContaining("secret-detail") },
  });
});

test("a model that breaks off is completed by the failure message, in the stream too", async () => {
  model.reply({ kind: "break-after", words: ["We are", " open"] });
  const assistant = remote({ failureMessage: "Sorry, {{name}}." });
  const overrides = { variableValues: { name: "Ada" } };
  const events = await chats.stream({ assistant, assistantOverrides: overrides, input: "hello" });
  expect(spokenIn(events)).toBe("We are open Sorry, Ada.");
  expect(events.at(-1)?.data).toBe("[DONE]");
});

test("a chat with a model that this server cannot run is refused, and the sentence says what to choose", async () => {
  const assistant = { model: { provider: "callwright", model: "no-such-model" } };
  const { status, body } = await chats.say({ assistant, input: "hello" });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { code: "part-not-runnable", message: expect.stringMatching(/^assistant\.model cannot run here\..*'builtin'/) },
  });
});

test("a client that goes away ends the model's request; what was said is kept and the session goes on", async () => {
  model.reply({ kind: "hang-after", words: ["On", " Saturday"] });
  const { id, sessionId, leave } = await begin({ assistant: remote(), input: "When?" });
  leave();
  await expect.poll(() => model.abandoned, { timeout: 30_000 }).toBe(1);
  await expect.poll(async () => (await rowOf(id))?.status, { timeout: 30_000 }).toBe("incomplete");
  expect((await rowOf(id))?.output[0]?.content).toMatch(/^On( Saturday)?$/);

  model.reply({ kind: "words", words: ["Yes."] });
  expect((await chats.say({ sessionId, input: "Are you there?" })).status).toBe(201);
  expect(model.requests.at(-1)?.body.messages).toEqual([
    { role: "user", content: "When?" },
    { role: "assistant", content: (await rowOf(id))?.output[0]?.content },
    { role: "user", content: "Are you there?" },
  ]);
});

test("the same without a stream", async () => {
  model.reply({ kind: "hang-after", words: ["On"] });
  const leaving = new AbortController();
  const given = chats.open({ assistant: remote(), input: "When?", stream: false }, { signal: leaving.signal });
  await expect.poll(() => model.requests.length, { timeout: 30_000 }).toBe(1);
  leaving.abort();
  await expect(given).rejects.toThrow();
  await expect.poll(() => model.abandoned, { timeout: 30_000 }).toBe(1);
});

test("two messages at once in one session: the second is refused, and nothing is mixed up", { tags: "long" }, async () => {
  const { sessionId } = (await chats.say({ assistant: remote(), input: "one" })).body;
  model.reply({ kind: "hang-after", words: ["Well"] });
  const { leave, id } = await begin({ sessionId, input: "two" });
  const second = await chats.open({ sessionId, input: "three" });
  expect(second.status).toBe(409);
  expect(second.headers.get("retry-after")).toBe("2");
  expect(await second.json()).toMatchObject({ code: "session-busy", statusCode: 409 });
  leave();
  await expect.poll(async () => (await rowOf(id))?.status, { timeout: 30_000 }).toBe("incomplete");
  model.reply({ kind: "words", words: ["Four."] });
  const answers = await Promise.all(["three", "four"].map((input) => chats.say({ sessionId, input })));
  const answered = answers.filter(({ status }) => status === 201);
  expect(answered.length).toBeGreaterThan(0);
  expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  const rows = await server.context.db.select().from(chat).where(eq(chat.sessionId, sessionId)).orderBy(chat.seq);
  expect(rows.map(({ seq }) => seq)).toEqual([...Array(2 + answered.length).keys()]);
  expect(rows.slice(0, 2).map(({ input }) => input[0]?.content)).toEqual(["one", "two"]);
  expect(rows.slice(2).every(({ status, output }) => status === "completed" && output[0]?.content === "Four.")).toBe(true);
});

test("words that no database takes are stored without what is wrong with them, and the session goes on", async () => {
  model.reply({ kind: "words", words: ["a\u0000b", "\ud83d", " end"] });
  const messages = [{ role: "system", content: "{{ smile | split: '' | first }}!" }];
  const assistant = { model: { provider: "custom-llm", model: "m", url: model.url, messages } };
  const overrides = { variableValues: { smile: "\u{1f600}" } };
  const first = await chats.say({ assistant, assistantOverrides: overrides, input: "hello" });
  expect(first.status).toBe(201);
  expect((await rowOf(first.body.id))?.output).toEqual([{ role: "assistant", content: "ab\uFFFD end" }]);
  expect((await chats.say({ sessionId: first.body.sessionId, input: "again" })).status).toBe(201);
  expect(model.requests.at(-1)?.body.messages).toContainEqual({ role: "system", content: "\uFFFD!" });
});

test("an answer without end is cut", async () => {
  const { body } = await chats.say({ assistant: fake("fake-long", { sentences: 10_000 }), input: "go" });
  expect(body.output[0]?.content).toHaveLength(CHAT_OUTPUT_MAX_CHARACTERS);
  expect(await rowOf(body.id)).toMatchObject({ status: "incomplete" });
});

test("an organization has so many chats at a time, and gets its places back", async () => {
  const crowd = chatClient(await server.signUp());
  const leaving = new AbortController();
  const open = (input: string) => crowd.open({ assistant: fake("fake-hangs"), input }, { signal: leaving.signal });
  const opened = await Promise.all(Array.from({ length: ORG_CONCURRENT_CHATS }, (_, index) => open(`${index}`)));
  expect(opened.every(({ status }) => status === 201)).toBe(true);
  const refused = await crowd.open({ assistant: {}, input: "one more" });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("5");
  expect(await refused.json()).toMatchObject({ code: "chats-at-capacity" });
  expect((await chats.say({ assistant: {}, input: "of another organization" })).status).toBe(201);
  leaving.abort();
  await expect.poll(async () => (await crowd.say({ assistant: {}, input: "hello" })).status, { timeout: 30_000 }).toBe(201);
});

test("a stream that is asked for again with its Idempotency-Key is told again, and nothing happens twice", async () => {
  const idempotencyKey = randomUUID();
  const body = { assistant: remote(), input: "hello" };
  const first = await chats.stream(body, { idempotencyKey });
  const again = await chats.stream(body, { idempotencyKey });
  expect(spokenIn(again)).toBe(spokenIn(first));
  expect(again.at(-1)?.data).toBe("[DONE]");
  const { id, sessionId } = JSON.parse(first[0]?.data ?? "") as WebChat;
  expect(JSON.parse(again[0]?.data ?? "")).toMatchObject({ id, sessionId });
  expect(model.requests).toHaveLength(1);
});

test("a chat whose server died while it answered is concluded by the next one", async () => {
  const { db } = server.context;
  const { id, sessionId } = (await chats.say({ assistant: fake("fake-echo"), input: "one" })).body;
  await db.update(chat).set({ status: "in-progress", output: [] }).where(eq(chat.id, id));
  await db
    .update(session)
    .set({ answeringChatId: id, answeringUntil: new Date(Date.now() - 1) })
    .where(eq(session.id, sessionId));
  expect((await chats.say({ sessionId, input: "two" })).status).toBe(201);
  expect(await rowOf(id)).toMatchObject({ status: "incomplete" });
  expect(await lastOf(sessionId)).toMatchObject({ seq: 1, status: "completed" });
});

test("a server that stops ends its answers with what was said; the next one goes on with the session", {
  tags: "long",
}, async () => {
  const cluster = await openTestCluster();
  const database = await createTestDatabase(cluster.adminUrl, `chat_${randomUUID().replaceAll("-", "")}`);
  const dataDir = await mkdtemp(join(tmpdir(), "callwright-chat-"));
  const env = {
    PORT: "0",
    HOST: "127.0.0.1",
    SIGN_UP: "open",
    LOG_LEVEL: "silent",
    CALL_HOST_WARM: "no",
    ALLOW_PRIVATE_ADDRESSES: "yes",
  };
  const start = () => startServer({ ...parseConfig(env), dataDir, databaseUrl: database.url }, { rateLimit: false });
  try {
    const first = await start();
    const person = await signUpTestClient(first.url);
    const before = chatClient(person);
    const { sessionId } = (await before.say({ assistant: remote(), input: "one" })).body;
    model.reply({ kind: "hang-after", words: ["It is"] });
    const streamed = await before.open({ sessionId, input: "two" });
    await expect.poll(() => model.requests.length, { timeout: 30_000 }).toBe(2);
    await first.close();
    expect(await streamed.text()).toContain("[DONE]");

    const second = await start();
    model.reply({ kind: "words", words: ["Three."] });
    const after = chatClient({
      ...person,
      fetch: (path, init) =>
        fetch(`${second.url}${path}`, {
          ...init,
          headers: { "content-type": "application/json", authorization: `Bearer ${person.orgToken}` },
        }),
    });
    expect((await after.say({ sessionId, input: "three" })).body.output[0]?.content).toBe("Three.");
    const messages = model.requests.at(-1)?.body.messages as { role: string; content: string }[];
    const users = messages.filter(({ role }) => role === "user").map(({ content }) => content);
    expect(users).toEqual(["one", "two", "three"]);
    await second.close();
  } finally {
    await database.drop();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("a message that could not be stored leaves its session free", async () => {
  const { sessionId } = (await chats.say({ assistant: remote(), input: "one" })).body;
  await server.context.db.execute("alter table chat add constraint test_refusal check (input::text not like '%unstorable%')");
  expect((await chats.say({ sessionId, input: "unstorable" })).status).toBe(500);
  const [row] = await server.context.db.select().from(session).where(eq(session.id, sessionId));
  expect(row).toMatchObject({ answeringChatId: null, answeringUntil: null });
  expect((await chats.say({ sessionId, input: "two" })).status).toBe(201);
});

test("a failed message of nobody is not stored", async () => {
  const before = await server.context.db.$count(chat);
  expect((await chats.say<ErrorBody>({ assistantId: randomUUID(), input: "hello" })).status).toBe(404);
  expect(await server.context.db.$count(chat)).toBe(before);
});

test("what is changed of a session while a chat is answered stays", async () => {
  const held = await startHeldModel("Done.");
  try {
    const assistant = { model: { provider: "custom-llm", model: "m", url: held.url } };
    const { sessionId, answered } = await beginHeld(assistant, held);
    const before = Date.now();
    await server.context.db.update(session).set({ status: "completed", expirationSeconds: 60 }).where(eq(session.id, sessionId));
    held.release();
    await answered;
    const [row] = await server.context.db.select().from(session).where(eq(session.id, sessionId));
    expect(row).toMatchObject({ status: "completed", expirationSeconds: 60, answeringChatId: null });
    expect(row?.expiresAt.getTime()).toBeGreaterThanOrEqual(before + 60_000);
    expect(row?.expiresAt.getTime()).toBe((row?.updatedAt.getTime() ?? 0) + 60_000);
  } finally {
    await held.close();
  }
});

/** A chat whose model got its request and has not answered. */
async function beginHeld(assistant: object, held: HeldModel): Promise<{ sessionId: string; answered: Promise<unknown> }> {
  const answered = chats.say({ assistant, input: "hello" });
  await expect.poll(() => held.asked, { timeout: 30_000 }).toBe(1);
  const [row] = await server.context.db
    .select()
    .from(session)
    .where(eq(session.status, "active"))
    .orderBy(desc(session.createdAt));
  return { sessionId: row?.id ?? "", answered };
}
