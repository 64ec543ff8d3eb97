import type { Chat, WebhookDelivery, WebhookDeliveryDetail } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../apps/server/src/modules/call/runtime/testing/call-server.ts";
import { type Consumer, startDocumentedConsumer } from "./documented-consumer.ts";

/** A consumer that was written for the hosted provider, beside a real server. */

const SECRET = "the secret of the documentation";
let calls: CallServer;
let consumer: Consumer;
beforeAll(async () => {
  consumer = await startDocumentedConsumer(SECRET);
  calls = await startCallServer({ orgConcurrentCalls: 10, allowPrivateAddresses: true });
});
afterAll(async () => {
  await calls.server.close();
  await consumer.close();
});

const server = () => ({ url: consumer.url, headers: { "x-vapi-secret": SECRET } });
const deliveriesOf = async (query: string) =>
  (await calls.client.json<{ results: WebhookDelivery[] }>("GET", `/webhook-delivery?${query}`)).body.results;

test("learns how a call goes and ends", async () => {
  const assistant = { name: "Riley", server: server(), serverMessages: ["status-update", "end-of-call-report"] };
  const { id } = await calls.createCall({ assistant });
  const { pool } = calls;
  pool.join(id);
  pool.happen(id, "assistant.said", { text: "Hello", startMs: 0, endMs: 300, turn: 0, words: [], interrupted: false });
  pool.happen(id, "user.said", { text: "Goodbye", startMs: 600, endMs: 900, turn: 1, typed: false });
  pool.hangUp(id);
  await expect.poll(() => consumer.reports).toHaveLength(1);
  expect(consumer.statuses).toEqual([
    { callId: id, status: "in-progress" },
    { callId: id, status: "ended", endedReason: "customer-ended-call" },
  ]);
  const recordingUrl = expect.stringContaining(calls.server.url);
  const transcript = "AI: Hello\nUser: Goodbye";
  expect(consumer.reports).toEqual([
    { callId: id, endedReason: "customer-ended-call", transcript, recordingUrl, firstRole: "bot" },
  ]);
});

test("runs the tools of a chat, and the log has each request with its answer", async () => {
  const book = { type: "function", function: { name: "book" }, server: server() };
  const steps = [[{ tool: "book", arguments: { day: "Monday" } }], [{ tool: "book", arguments: { day: "Sunday" } }], ["Done."]];
  const model = { provider: "callwright", model: "fake-tools", steps, tools: [book] };
  const { body } = await calls.client.json<Chat>("POST", "/chat", { assistant: { name: "Riley", model }, input: "Book." });
  expect(consumer.booked).toEqual([
    { name: "book", day: "Monday" },
    { name: "book", day: "Sunday" },
  ]);
  const answers = body.output?.filter(({ role }) => role === "tool").map(({ content }) => content);
  expect(answers).toEqual(["Booked for Monday.", "We are closed on Sundays."]);
  const logged = await deliveriesOf("type=tool-calls&sortOrder=ASC");
  expect(logged).toMatchObject([
    { kind: "answered", status: "delivered", target: "tool", chatId: body.id, responseStatus: 200, attempts: 1 },
    { kind: "answered", status: "delivered", chatId: body.id },
  ]);
  const detail = await calls.client.json<WebhookDeliveryDetail>("GET", `/webhook-delivery/${logged[0]?.id}`);
  expect(detail.body.body).toMatchObject({
    message: { messageId: logged[0]?.id, type: "tool-calls", assistant: { name: "Riley" } },
  });
  expect(detail.body.log).toMatchObject([{ kind: "first", responseBody: expect.stringContaining("Booked for Monday.") }]);
  expect(JSON.stringify(detail.body)).not.toContain(SECRET);

  const again = await calls.client.json<WebhookDeliveryDetail>("POST", `/webhook-delivery/${logged[0]?.id}/resend`, {});
  expect(again.body.log).toMatchObject([{ kind: "first" }, { kind: "resend", responseStatus: 200 }]);
  expect(consumer.booked).toHaveLength(3);
});

test("chooses an assistant for a caller, and refuses a request without its secret", async () => {
  const sample = (headers: object) =>
    calls.client.json<WebhookDeliveryDetail>("POST", "/webhook-delivery/sample", {
      type: "assistant-request",
      server: { url: consumer.url, headers },
    });
  const { body } = await sample({ "x-vapi-secret": SECRET });
  expect(body.status).toBe("delivered");
  expect(JSON.parse(body.log[0]?.responseBody ?? "")).toMatchObject({ assistant: { firstMessage: "Hello +14155550123" } });
  expect(consumer.callers).toEqual(["+14155550123"]);
  expect((await sample({})).body).toMatchObject({ status: "failed", responseStatus: 401 });
  expect(consumer.refused).toBe(1);
});

test("a tool server that is down is in the log of its call, with every attempt", async () => {
  const backoffPlan = { type: "fixed", maxRetries: 1, baseDelaySeconds: 0 };
  const down = { url: "http://127.0.0.1:1/hook", backoffPlan };
  const model = {
    provider: "callwright",
    model: "fake-tools",
    steps: [[{ tool: "book" }], ["Sorry."]],
    tools: [{ type: "function", function: { name: "book" }, server: down }],
  };
  const { body } = await calls.client.json<Chat>("POST", "/chat", { assistant: { model }, input: "Book." });
  const [logged] = await deliveriesOf("status=failed&type=tool-calls");
  expect(logged).toMatchObject({ chatId: body.id, attempts: 2, error: expect.stringMatching(/^The request failed: /) });
});
