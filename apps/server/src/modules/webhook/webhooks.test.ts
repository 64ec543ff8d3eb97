import {
  type Call,
  type Chat,
  WEBHOOK_SAMPLE_TYPES,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setQuotas } from "../../operator/quota/set-quotas.ts";
import { findQuotas } from "../../platform/quota/quotas.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { type CallServer, startCallServer } from "../call/runtime/testing/call-server.ts";
import { webhookAttempt, webhookDelivery } from "./tables.ts";

/** Long enough for a busy machine. */
const WAIT = { timeout: 30_000 };

let calls: CallServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
});
afterAll(() => calls.server.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  return () => receiver.close();
});

const deliveriesOf = (callId: string) =>
  calls.server.context.db.select().from(webhookDelivery).where(eq(webhookDelivery.callId, callId)).orderBy(webhookDelivery.seq);

const SECRET = "a header nobody may read";

/** A call whose assistant has the receiver as its server. */
const startCall = (assistant: object = {}, server: object = {}): Promise<Call> =>
  calls.createCall({
    assistant: {
      name: "Riley",
      server: { url: receiver.url, headers: { "X-Vapi-Secret": SECRET }, ...server },
      ...assistant,
    },
  });

function talk(callId: string): void {
  const { pool } = calls;
  pool.join(callId);
  pool.happen(callId, "speech.started", { role: "user", turn: 0 });
  pool.happen(callId, "user.said", { text: "Hello", startMs: 10, endMs: 400, turn: 0, typed: false });
  pool.happen(callId, "assistant.said", { text: "Hi there", startMs: 600, endMs: 900, turn: 0, words: [], interrupted: false });
  pool.hangUp(callId);
}

const DEFAULT_ORDER = [
  "status-update",
  "assistant.started",
  "speech-update",
  "conversation-update",
  "conversation-update",
  "status-update",
  "end-of-call-report",
];

test("a call's messages arrive in order, each once, with what they are about", async () => {
  const { id } = await startCall();
  talk(id);
  await expect.poll(receiver.types, WAIT).toEqual(DEFAULT_ORDER);
  const [started, , speech, first, second, ended, report] = receiver.received;
  expect(started?.headers).toMatchObject({
    "content-type": "application/json",
    "x-vapi-secret": SECRET,
    "x-call-id": id,
    "x-callwright-message-id": started?.message.messageId,
  });
  expect(started?.message).toMatchObject({
    status: "in-progress",
    timestamp: expect.any(Number),
    call: { id, type: "webCall" },
    assistant: { name: "Riley", server: { url: receiver.url } },
  });
  expect(speech?.message).toMatchObject({ status: "started", role: "user", turn: 0 });
  expect(first?.message.messagesOpenAIFormatted).toEqual([{ role: "user", content: "Hello" }]);
  expect(second?.message.messagesOpenAIFormatted).toEqual([
    { role: "user", content: "Hello" },
    { role: "assistant", content: "Hi there" },
  ]);
  expect(ended?.message).toMatchObject({ status: "ended", endedReason: "customer-ended-call" });
  expect(report?.message).toMatchObject({
    endedReason: "customer-ended-call",
    call: { id, status: "ended" },
    artifact: { transcript: "User: Hello\nAI: Hi there", recordingUrl: expect.stringContaining(calls.server.url) },
    transcript: "User: Hello\nAI: Hi there",
  });
  expect(JSON.stringify(receiver.received.map(({ message }) => message))).not.toContain(SECRET);
  await expect.poll(async () => (await deliveriesOf(id)).map(({ status }) => status), WAIT).toEqual(Array(7).fill("delivered"));
  const { db } = calls.server.context;
  expect(JSON.stringify([await deliveriesOf(id), await db.select().from(webhookAttempt)])).not.toContain(SECRET);
});

test("a server entry with the header gets the hosted platform's names", async () => {
  const own = { model: { provider: "callwright", model: "builtin" }, voice: { provider: "callwright", voiceId: "slt" } };
  const { id } = await startCall(own, { headers: { "callwright-compat": "provider" } });
  talk(id);
  await expect.poll(receiver.types, WAIT).toEqual(DEFAULT_ORDER);
  for (const { message } of receiver.received)
    expect(message.assistant).toMatchObject({
      model: { provider: "custom-llm", model: "callwright:builtin" },
      voice: { provider: "custom-voice" },
    });
});

test("an assistant's own selection counts, and without a server nothing is stored", async () => {
  const { id } = await startCall({ serverMessages: ["transcript[transcriptType='final']"] });
  talk(id);
  await expect.poll(receiver.types, WAIT).toEqual(["transcript", "transcript"]);
  expect(receiver.received.map(({ message }) => message.transcript)).toEqual(["Hello", "Hi there"]);
  const silent = await calls.createCall();
  talk(silent.id);
  await expect.poll(async () => (await calls.client.json<Call>("GET", `/call/${silent.id}`)).body.status, WAIT).toBe("ended");
  expect(await deliveriesOf(silent.id)).toEqual([]);
});

test("messages beyond the day's quota are not sent, and the log says why", async () => {
  const { context } = calls.server;
  const { orgId } = calls.client;
  const set = (limit: number | "default") => setQuotas(context, [orgId, `webhooksPerDay=${limit}`]);
  const used = (await findQuotas(context, orgId)).find(({ name }) => name === "webhooksPerDay")?.used ?? 0;
  await set(used + 1);
  const { id } = await startCall({ serverMessages: ["transcript[transcriptType='final']"] });
  talk(id);
  await expect.poll(async () => (await deliveriesOf(id)).map(({ status }) => status), WAIT).toEqual(["delivered", "failed"]);
  expect((await deliveriesOf(id))[1]).toMatchObject({ attempts: 0, error: expect.stringContaining("(webhooksPerDay)") });
  expect(receiver.types()).toEqual(["transcript"]);
  await set("default");
});

test("a failed message is retried as the server's plan says, and delays no other", { tags: "long" }, async () => {
  const { id } = await startCall(
    { serverMessages: ["status-update", "end-of-call-report"] },
    { backoffPlan: { type: "fixed", maxRetries: 2, baseDelaySeconds: 0 } },
  );
  let refused = 0;
  receiver.answerWith(({ message }, response) => {
    const isRefused = message.status === "in-progress" && refused++ < 2;
    response.statusCode = isRefused ? 500 : 200;
    response.end(isRefused ? `no, ${SECRET}` : "ok");
  });
  talk(id);
  await expect.poll(async () => (await deliveriesOf(id)).map(({ status }) => status), WAIT).toEqual(Array(3).fill("delivered"));
  const [started] = await deliveriesOf(id);
  expect(started).toMatchObject({ attempts: 3, responseStatus: 200, error: null, nextAttemptAt: null });
  const log = await calls.server.context.db
    .select()
    .from(webhookAttempt)
    .where(eq(webhookAttempt.deliveryId, started?.id ?? ""))
    .orderBy(webhookAttempt.seq);
  expect(log.map(({ kind, responseStatus, responseBody }) => [kind, responseStatus, responseBody])).toEqual([
    ["first", 500, "no, •••"],
    ["retry", 500, "no, •••"],
    ["retry", 200, "ok"],
  ]);
  const ids = receiver.received.filter(({ message }) => message.status === "in-progress").map(({ message }) => message.messageId);
  expect(new Set(ids)).toEqual(new Set([started?.id]));
});

test("a server that does not answer costs its message one timeout, and other calls nothing", { tags: "long" }, async () => {
  const slow = await startWebhookReceiver();
  slow.answerWith(() => {});
  const only = { serverMessages: ["status-update"] };
  const { id } = await startCall(only, {
    url: slow.url,
    timeoutSeconds: 1,
    backoffPlan: { type: "fixed", maxRetries: 0, baseDelaySeconds: 0 },
  });
  talk(id);
  await expect.poll(() => slow.received.length, WAIT).toBe(1);
  const other = await startCall(only);
  talk(other.id);
  await expect.poll(() => receiver.received.length, WAIT).toBe(2);
  await expect.poll(async () => (await deliveriesOf(id)).map(({ status }) => status), WAIT).toEqual(["failed", "failed"]);
  expect(slow.received.map(({ message }) => message.status)).toEqual(["in-progress", "ended"]);
  expect((await deliveriesOf(id))[0]).toMatchObject({ error: "The request failed: no answer within 1 s.", responseStatus: null });
  await slow.close();
});

test("what waits behind a slow server is not sent when its call is deleted meanwhile", async () => {
  const slow = await startWebhookReceiver();
  const held: (() => void)[] = [];
  slow.answerWith((_received, response) => {
    held.push(() => response.writeHead(500).end());
  });
  const server = { url: slow.url, backoffPlan: { type: "fixed", maxRetries: 0, baseDelaySeconds: 0 } };
  const { id } = await startCall({ serverMessages: ["status-update"] }, server);
  talk(id);
  await expect.poll(() => slow.received.length, WAIT).toBe(1);
  await expect.poll(async () => (await calls.client.json<Call>("GET", `/call/${id}`)).body.status, WAIT).toBe("ended");
  await calls.client.json("DELETE", `/call/${id}`);
  // Messages that were read together are sent within a second. Later ones are read again.
  calls.advance(1_100);
  for (const answer of held) answer();
  await expect.poll(async () => (await deliveriesOf(id)).map(({ status }) => status), WAIT).toEqual(["failed", "failed"]);
  expect(slow.received).toHaveLength(1);
  expect((await deliveriesOf(id))[1]).toMatchObject({ attempts: 0, error: "Its conversation was deleted." });
  await slow.close();
});

test("the log has every message with its request and response, and filters", async () => {
  const { client } = calls;
  const { id } = await startCall({ serverMessages: ["status-update", "end-of-call-report"] });
  receiver.answerWith((_received, response) => response.writeHead(202).end("x".repeat(5000)));
  talk(id);
  await expect.poll(async () => (await deliveriesOf(id)).map(({ status }) => status), WAIT).toEqual(Array(3).fill("delivered"));
  const list = async (query: string) => {
    const { body } = await client.json<{ results: WebhookDelivery[] }>("GET", `/webhook-delivery?callId=${id}${query}`);
    return body.results.map(({ type }) => type);
  };
  expect(await list("")).toEqual(["end-of-call-report", "status-update", "status-update"]);
  expect(await list("&type=status-update&status=delivered&target=assistant")).toEqual(["status-update", "status-update"]);
  expect(await list("&status=failed")).toEqual([]);
  const [report] = await deliveriesOf(id).then((rows) => rows.slice(-1));
  const { body: detail } = await client.json<WebhookDeliveryDetail>("GET", `/webhook-delivery/${report?.id}`);
  expect(detail.body).toEqual({ message: receiver.received.at(-1)?.message });
  expect(detail.log).toEqual([
    expect.objectContaining({
      requestHeaders: expect.objectContaining({ "x-vapi-secret": "•••", "x-callwright-message-id": report?.id }),
      responseStatus: 202,
      responseBody: "x".repeat(1024),
    }),
  ]);
  const stranger = await calls.server.signUp();
  expect((await stranger.json("GET", `/webhook-delivery/${report?.id}`)).status).toBe(404);
  await client.json("DELETE", `/call/${id}`);
  expect((await client.json<WebhookDeliveryDetail>("GET", `/webhook-delivery/${report?.id}`)).body.body).toBeNull();
});

test("a message is sent again, also edited, and a failure leaves it delivered", async () => {
  const { client } = calls;
  const { id } = await startCall({ serverMessages: ["end-of-call-report"] });
  talk(id);
  await expect.poll(async () => (await deliveriesOf(id)).map(({ status }) => status), WAIT).toEqual(["delivered"]);
  const [delivery] = await deliveriesOf(id);
  const resend = async (body: object) =>
    (await client.json<WebhookDeliveryDetail>("POST", `/webhook-delivery/${delivery?.id}/resend`, body)).body;
  receiver.answerWith((_received, response) => response.writeHead(500).end());
  expect(await resend({})).toMatchObject({ status: "delivered", attempts: 2, log: [{ kind: "first" }, { kind: "resend" }] });
  const [first, second] = receiver.received;
  expect(second?.message).toEqual(first?.message);
  const edited = { message: { type: "end-of-call-report", endedReason: "edited" } };
  expect((await resend({ body: edited })).log.at(-1)).toMatchObject({ body: edited, responseStatus: 500 });
  expect(receiver.received.at(-1)?.message).toEqual(edited.message);
});

test("samples of every type go to a server that is given, or to the organization's", async () => {
  const { client } = calls;
  for (const type of WEBHOOK_SAMPLE_TYPES) {
    const body = { type, server: { url: receiver.url, headers: { authorization: SECRET } } };
    const sent = await client.json<WebhookDeliveryDetail>("POST", "/webhook-delivery/sample", body);
    expect(sent).toMatchObject({
      status: 201,
      body: { type, kind: "sample", status: "delivered", target: "custom", attempts: 1 },
    });
    expect(sent.body.body).toEqual({ message: receiver.received.at(-1)?.message });
  }
  expect(receiver.received[0]?.headers.authorization).toBe(SECRET);
  const refused = await client.json("POST", "/webhook-delivery/sample", { type: "hang" });
  expect(refused).toMatchObject({ status: 400, body: { code: "webhook-server-missing" } });
  await client.json("PATCH", `/org/${client.orgId}`, { server: { url: receiver.url } });
  const sent = await client.json("POST", "/webhook-delivery/sample", { type: "hang" });
  expect(sent).toMatchObject({ status: 201, body: { target: "org", status: "delivered" } });
  await client.json("PATCH", `/org/${client.orgId}`, { server: null });
});

test("what the model puts out, what the voice is given, and a slow model are sent to a server that subscribes", async () => {
  const serverMessages = ["model-output", "voice-input", "assistant.speechStarted", "hang"];
  const { id } = await startCall({ serverMessages });
  const { pool } = calls;
  pool.join(id);
  pool.happen(id, "model.slow", {});
  pool.happen(id, "model.output", { text: "One moment." });
  pool.happen(id, "tool.called", { id: "c1", name: "book", turn: 0, arguments: { day: "Monday" } });
  pool.happen(id, "voice.input", { text: "One moment." });
  pool.happen(id, "assistant.words", { turn: 0, text: "One moment." });
  pool.hangUp(id);
  await expect.poll(() => receiver.received.length, WAIT).toBe(5);
  expect(receiver.received.map(({ message }) => message)).toMatchObject([
    { type: "hang" },
    { type: "model-output", output: "One moment." },
    { type: "model-output", output: { id: "c1", type: "function", function: { name: "book", arguments: '{"day":"Monday"}' } } },
    { type: "voice-input", input: "One moment." },
    { type: "assistant.speechStarted", text: "One moment.", turn: 0 },
  ]);
});

test("chats and sessions are told when they begin, change and are deleted, to a server that subscribes", async () => {
  const { client } = calls;
  const serverMessages = ["chat.created", "chat.deleted", "session.created", "session.updated", "session.deleted"];
  const assistant = { name: "Riley", server: { url: receiver.url }, serverMessages };
  const { body: chat } = await client.json<Chat>("POST", "/chat", { assistant, input: "Hello." });
  await expect.poll(receiver.types, WAIT).toEqual(["session.created", "chat.created"]);
  const { sessionId } = chat;
  const [begun, told] = receiver.received.map(({ message }) => message);
  expect(begun).toMatchObject({ session: { id: sessionId }, assistant: { name: "Riley" } });
  expect(told).toMatchObject({ chat: { id: chat.id, input: chat.input, output: chat.output } });
  await client.json("PATCH", `/session/${sessionId}`, { name: "Monday" });
  await expect.poll(receiver.types, WAIT).toHaveLength(3);
  await client.json("DELETE", `/chat/${chat.id}`);
  await client.json("DELETE", `/session/${sessionId}`);
  await expect.poll(receiver.types, WAIT).toHaveLength(5);
  const [, , ...later] = receiver.received.map(({ message }) => message);
  expect(later).toMatchObject([
    { type: "session.updated" },
    { type: "chat.deleted", chat: { id: chat.id } },
    { type: "session.deleted", session: { id: sessionId, name: "Monday" } },
  ]);
  const silent = { name: "Riley", server: { url: receiver.url } };
  await client.json("POST", "/chat", { assistant: silent, input: "Hello." });
  const { body } = await client.json<{ results: WebhookDelivery[] }>(
    "GET",
    "/webhook-delivery?type=chat.created&target=assistant",
  );
  expect(body.results).toHaveLength(1);
});

test("a deleted call is told, without what was said in it", async () => {
  const { id } = await startCall({ serverMessages: ["call.deleted"] });
  talk(id);
  await expect.poll(async () => (await calls.client.json<Call>("GET", `/call/${id}`)).body.status, WAIT).toBe("ended");
  await calls.client.json("DELETE", `/call/${id}`);
  await expect.poll(receiver.types, WAIT).toEqual(["call.deleted"]);
  expect(receiver.received[0]?.message).toMatchObject({ call: { id, status: "ended" } });
  expect(JSON.stringify(receiver.received)).not.toContain("Hi there");
});
