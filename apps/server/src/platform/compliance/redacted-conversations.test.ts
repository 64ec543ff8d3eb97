import type { Call, CallEvent, Chat, ErrorBody, Session } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../../modules/call/runtime/testing/call-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver.ts";

let calls: CallServer;
let model: FakeOpenAiServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  model = await startFakeOpenAiServer();
  receiver = await startWebhookReceiver();
  calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
});
afterAll(async () => {
  await calls.server.close();
  await receiver.close();
  await model.close();
});

const CARD = "4111 1111 1111 1111";
const redacting = { redactionPlan: { enabled: true } };

test("a redacted call has no number in events, transcript and messages; tools get the true one", async () => {
  const { pool, client } = calls;
  const tool = { type: "function", function: { name: "pay", parameters: { type: "object", properties: {} } } };
  receiver.answerWith(({ message }, response) =>
    response.end(
      message.type === "tool-calls" ? JSON.stringify({ results: [{ toolCallId: "c1", result: `paid ${CARD}` }] }) : "ok",
    ),
  );
  const { id } = await calls.createCall({
    assistant: {
      model: { provider: "callwright", model: "builtin", tools: [tool] },
      server: { url: receiver.url },
      serverMessages: ["transcript", "end-of-call-report", "tool-calls"],
      compliancePlan: redacting,
    },
  });
  pool.join(id);
  pool.happen(id, "user.said", { text: "My card is four one one one", startMs: 0, endMs: 9, turn: 0, typed: false });
  pool.happen(id, "user.said", { text: "1111 1111 1111, thanks", startMs: 10, endMs: 19, turn: 1, typed: false });
  const call = { id: "c1", name: "pay", arguments: { card: CARD } };
  expect((await pool.act(id, { call, variables: {} })).outcome.result).toContain(CARD);
  pool.happen(id, "tool.called", { ...call, turn: 1 });
  pool.hangUp(id);
  const report = () => receiver.received.find(({ message }) => message.type === "end-of-call-report");
  await expect.poll(report, { timeout: 60_000 }).toBeDefined();
  expect(
    receiver.received.filter(({ message }) => JSON.stringify(message).includes("1111")).map(({ message }) => message.type),
  ).toEqual(["tool-calls"]);
  const { body: events } = await client.json<CallEvent[]>("GET", `/call/${id}/event`);
  const { body: stored } = await client.json<Call>("GET", `/call/${id}`);
  const { body: log } = await client.json("GET", `/webhook-delivery?callId=${id}`);
  expect(JSON.stringify([events, stored, log])).not.toMatch(/1111|one one/);
  expect(stored.artifact?.transcript).toBe("User: My card is [CARD NUMBER]\nUser: [CARD NUMBER], thanks");
});

test("a chat's model reads the true words, and no number is stored", async () => {
  const assistant = { model: { provider: "custom-llm", model: "m", url: model.url }, compliancePlan: redacting };
  model.reply({ kind: "words", words: ["Your mail is ann@example.com."] });
  const { body } = await calls.client.json<Chat>("POST", "/chat", { assistant, input: `Card ${CARD}, ann@example.com` });
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(CARD);
  expect(body.input).toEqual([{ role: "user", content: "Card [CARD NUMBER], [EMAIL]" }]);
  expect(body.output).toEqual([{ role: "assistant", content: "Your mail is [EMAIL]." }]);
});

test("a HIPAA organization has no sessions to go on with, and no runs over its calls", async () => {
  const { client } = calls;
  const assistant = { model: { provider: "callwright", model: "builtin" } };
  const { body: session } = await client.json<Session>("POST", "/session", { assistant });
  const { body: earlier } = await client.json<Chat>("POST", "/chat", { assistant, input: "Hello" });
  await client.json("PATCH", `/org/${client.orgId}`, { hipaaEnabled: true });
  const refused = async (path: string, body: object) => {
    const answer = await client.json<ErrorBody>("POST", path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(400);
    return JSON.stringify(answer.body);
  };
  expect(await refused("/session", { assistant })).toContain("nothing of HIPAA conversations is stored");
  expect(await refused("/chat", { sessionId: session.id, input: "Hi" })).toContain("sessionId cannot be used");
  expect(await refused("/chat", { previousChatId: earlier.id, input: "Hi" })).toContain("previousChatId cannot be used");
  const { id } = await calls.endedCall();
  await expect.poll(async () => (await client.json<Call>("GET", `/call/${id}`)).body.analysisState).toBe("done");
  expect(await refused(`/call/${id}/analyze`, {})).toContain("HIPAA call");
  const structuredOutput = { name: "Mood", schema: { type: "string" } };
  expect(await refused("/structured-output/run", { structuredOutput, callIds: [id] })).toContain("must not name HIPAA calls");
  const { id: open } = await calls.createCall();
  const say = { type: "say", content: "secret" };
  expect(await refused(`/call/${open}/control`, say)).toContain("would be stored");
  await client.json("PATCH", `/org/${client.orgId}`, { hipaaEnabled: null });
});

test("of a HIPAA call only the structured outputs that may be kept are stored, of a PCI call none", async () => {
  const { pool, client } = calls;
  const output = (name: string, isKept: boolean) => ({
    name,
    type: "regex",
    regex: "order (\\d+)",
    schema: { type: "string" },
    compliancePlan: { forceStoreOnHipaaEnabled: isKept },
  });
  const artifactPlan = { structuredOutputs: [output("Kept", true), output("Gone", false)] };
  const outputsOf = async (plan: object) => {
    const { id } = await calls.createCall({
      assistant: { name: "Clinic", artifactPlan, server: { url: receiver.url }, ...plan },
    });
    pool.join(id);
    pool.happen(id, "user.said", { text: "Where is order 1042", startMs: 0, endMs: 9, turn: 0, typed: false });
    pool.hangUp(id);
    const report = () =>
      receiver.received.find(({ message }) => message.type === "end-of-call-report" && JSON.stringify(message.call).includes(id));
    await expect.poll(report, { timeout: 60_000 }).toBeDefined();
    // The report has them all.
    expect(JSON.stringify(report()?.message.artifact)).toContain("Gone");
    return (await client.json<Call>("GET", `/call/${id}`)).body.artifact?.structuredOutputs;
  };
  expect(await outputsOf({ compliancePlan: { hipaaEnabled: true } })).toEqual({
    Kept: expect.objectContaining({ result: "1042" }),
  });
  expect(await outputsOf({ compliancePlan: { hipaaEnabled: true, pciEnabled: true } })).toBeUndefined();
});
