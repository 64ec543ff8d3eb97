import type { Call, CallEvent, StructuredOutput } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startWebhookReceiver, type WebhookReceiver } from "../../../testing/webhook-receiver.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { call } from "../tables.ts";
import { openJudge } from "./open-judge.ts";

let calls: CallServer;
let judge: FakeOpenAiServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  judge = await startFakeOpenAiServer();
  calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
});
afterAll(async () => {
  await calls.server.close();
  await judge.close();
});
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  return () => receiver.close();
});

/** A call in which the caller and the assistant spoke, and that the caller ended. */
async function endedCall(assistant: object = {}, body: object = {}): Promise<Call> {
  const server = { url: receiver.url };
  const made = await calls.createCall({
    assistant: { name: "Riley", serverMessages: ["end-of-call-report"], server, ...assistant },
    ...body,
  });
  talk(made.id);
  return made;
}

function talk(id: string): void {
  const { pool } = calls;
  pool.join(id);
  pool.happen(id, "user.said", { text: "Where is order 1042?", startMs: 10, endMs: 400, turn: 0, typed: false });
  pool.happen(id, "assistant.said", {
    text: "It arrives today.",
    startMs: 600,
    endMs: 900,
    turn: 0,
    words: [],
    interrupted: false,
  });
  pool.hangUp(id);
}

const get = async (id: string) => (await calls.client.json<Call>("GET", `/call/${id}`)).body;
const analyzed = async (id: string): Promise<Call> => {
  await expect.poll(async () => (await get(id)).analysisState).toBe("done");
  return get(id);
};
const eventsOf = async (id: string, ...types: CallEvent["type"][]) =>
  (await calls.client.json<CallEvent[]>("GET", `/call/${id}/event`)).body.filter(({ type }) => types.includes(type));

const areFilesMade = async (id: string) => {
  const [row] = await calls.server.context.db.select().from(call).where(eq(call.id, id));
  return row?.artifactState === "done";
};

const judging = () => ({ model: { provider: "custom-llm" as const, model: "judge", url: judge.url } });

test("a call is analyzed after its end, and its report comes from the event that says so, once", async () => {
  judge.reply({ kind: "words", words: ["true"] });
  const { id } = await endedCall(judging());
  expect((await analyzed(id)).analysis).toEqual({ summary: "true", successEvaluation: "true" });
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]?.message).toMatchObject({
    type: "end-of-call-report",
    analysis: { summary: "true", successEvaluation: "true" },
    transcript: "User: Where is order 1042?\nAI: It arrives today.",
  });
  expect(receiver.received[0]?.message.missing).toBeUndefined();
  // Two requests to a model without a known price.
  const used = { part: "model", provider: "custom-llm", model: "judge", amounts: { inputTokens: 1, outputTokens: 1 } };
  const costs = { cost: 0, costUnknown: ["summary", "successEvaluation"].map((analysisType) => ({ ...used, analysisType })) };
  expect(receiver.received[0]?.message).toMatchObject(costs);
  expect(await get(id)).toMatchObject(costs);
  expect((await eventsOf(id, "analysis.done", "report.ready")).map(({ type }) => type)).toEqual([
    "analysis.done",
    "report.ready",
  ]);
  const listed = await calls.client.json<{ results: Call[] }>("GET", "/v2/call?successEvaluation=true");
  expect(listed.body.results.map((each) => each.id)).toContain(id);
});

test("an analysis adds to the cost of its call, and another one leaves what was paid before", async () => {
  judge.reply({ kind: "words", words: ["true"] });
  const setPrices = async (usd: number) => {
    for (const unit of ["1m-input-tokens", "1m-output-tokens"]) {
      const price = { part: "model", provider: "custom-llm", model: "judge", unit, usd };
      expect((await calls.client.json("PUT", "/price", price)).status).toBe(200);
    }
  };
  await setPrices(1_000);
  const { id } = await endedCall(judging());
  // One token in and one out, for the summary and for the evaluation.
  expect(await analyzed(id)).toMatchObject({ cost: 0.004, costBreakdown: { analysisCostBreakdown: { summary: 0.002 } } });
  await setPrices(5_000);
  await calls.client.json("POST", `/call/${id}/analyze`);
  await expect.poll(async () => (await get(id)).cost).toBe(0.004 + 0.02);
  const { costs = [], costUnknown } = await get(id);
  expect(costs.flatMap((item) => (item.type === "analysis" ? [item.cost] : []))).toEqual([0.002, 0.002, 0.01, 0.01]);
  expect(costUnknown).toBeUndefined();
  const { body } = await calls.client.json<{ usd: number }>("GET", "/spending");
  expect(body.usd).toBeCloseTo(0.024, 9);
  for (const { id: priceId } of (await calls.client.json<{ id?: string }[]>("GET", "/price")).body)
    if (priceId !== undefined) await calls.client.json("DELETE", `/price/${priceId}`);
});

test("a model on a server of one's own is known as one, and has to be brief", async () => {
  const { context } = calls.server;
  const { orgId } = calls.client;
  const own = { isOwnServer: true, maxTokens: 2_048 };
  expect(await openJudge(context, { orgId, assistant: judging() }, undefined)).toMatchObject(own);
  const ofOperator = (baseUrl: string) => {
    const config = { ...context.config, judge: { model: "judge", baseUrl, apiKey: "key" } };
    return openJudge({ ...context, config }, { orgId, assistant: {} }, undefined);
  };
  expect(await ofOperator(judge.url)).toMatchObject(own);
  expect(await ofOperator("https://api.openai.com/v1")).toMatchObject({ isOwnServer: false, maxTokens: 4_096 });
});

test("what a model does not give is missing in the report, with the reason", async () => {
  judge.reply({ kind: "error", status: 401, message: "no" });
  const { id } = await endedCall({ ...judging(), analysisPlan: { summaryPlan: { enabled: false } } });
  const { analysis } = await analyzed(id);
  expect(analysis?.notes).toMatchObject([{ part: "successEvaluation", kind: "failed" }]);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]?.message).toMatchObject({ analysis: {}, missing: [{ part: "successEvaluation" }] });
});

test("a report waits a minute for the analysis, and then says what is missing", { tags: "long" }, async () => {
  judge.reply({ kind: "hang-after", words: [] });
  const plan = { successEvaluationPlan: { enabled: false }, summaryPlan: { timeoutSeconds: 60 } };
  const asked = judge.requests.length;
  const { id } = await endedCall({ ...judging(), analysisPlan: plan });
  await expect.poll(() => judge.requests.length).toBe(asked + 1);
  await expect.poll(() => areFilesMade(id)).toBe(true);
  calls.advance(61_000);
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received[0]?.message).toMatchObject({
    analysis: {},
    missing: [{ part: expect.stringMatching(/^(analysis|summary)$/), reason: expect.stringContaining("60 s") }],
  });
  expect((await get(id)).analysisState).toBe("waiting");
  expect((await eventsOf(id, "report.ready")).length).toBe(1);
  // Otherwise its job would run for the rest of this file.
  await calls.server.context.db.update(call).set({ analysisState: "done" }).where(eq(call.id, id));
});

test("a call in which nothing was said is reported without an analysis", async () => {
  const { id } = await calls.createCall({ assistant: { server: { url: receiver.url }, serverMessages: ["end-of-call-report"] } });
  await calls.client.json("POST", `/call/${id}/end`);
  expect((await analyzed(id)).analysis?.notes).toMatchObject([{ part: "analysis", kind: "left-out" }]);
  await expect.poll(() => receiver.received.length).toBe(1);
});

test("stored outputs that name the assistant, or that it names, and inline ones are made; a call is analyzed again by the assistant as it is now", async () => {
  const { client } = calls;
  const create = async (body: object) => (await client.json<StructuredOutput>("POST", "/structured-output", body)).body;
  const regex = (name: string, pattern: string) => ({ name, type: "regex", regex: pattern, schema: { type: "string" } });
  const { body: assistant } = await client.json<{ id: string }>("POST", "/assistant", { name: "Riley" });
  const naming = await create({ ...regex("naming", "order (\\d+)"), assistantIds: [assistant.id] });
  const named = await create(regex("named", "today"));
  await create(regex("of others", "."));
  const artifactPlan = { structuredOutputIds: [named.id], structuredOutputs: [regex("inline", "arrives")] };
  await client.json("PATCH", `/assistant/${assistant.id}`, { artifactPlan });
  const { id } = await calls.createCall({ assistantId: assistant.id });
  talk(id);
  await expect.poll(async () => (await eventsOf(id, "report.ready")).length).toBe(1);
  const before = await analyzed(id);
  expect(before.artifact?.structuredOutputs).toEqual({
    [naming.id]: { name: "naming", result: "1042" },
    [named.id]: { name: "named", result: "today" },
    inline: { name: "inline", result: "arrives" },
  });
  expect(before.artifact?.messages).toHaveLength(2);
  await client.json("PATCH", `/assistant/${assistant.id}`, {
    analysisPlan: { summaryPlan: { enabled: false } },
    artifactPlan: null,
  });
  const asked = await client.json<Call>("POST", `/call/${id}/analyze`);
  expect(asked.status).toBe(200);
  const after = await analyzed(id);
  expect(after.analysis?.summary).toBeUndefined();
  expect(after.analysis?.successEvaluation).toBe("true");
  expect((await eventsOf(id, "analysis.done", "report.ready")).map(({ type }) => type)).toEqual([
    "analysis.done",
    "report.ready",
    "analysis.done",
  ]);
});

test("a call with a draft has the outputs that name its assistant on their own pages, and is analyzed again by the draft", async () => {
  const { client } = calls;
  const { body: assistant } = await client.json<{ id: string }>("POST", "/assistant", { name: "Riley" });
  const output = {
    name: "order",
    type: "regex",
    regex: "order (\\d+)",
    schema: { type: "string" },
    assistantIds: [assistant.id],
  };
  const { body: made } = await client.json<StructuredOutput>("POST", "/structured-output", output);
  const draft = { name: "Riley", analysisPlan: { summaryPlan: { enabled: false } } };
  const { id } = await calls.createCall({ assistant: draft, draftOf: assistant.id });
  talk(id);
  await expect.poll(async () => (await eventsOf(id, "report.ready")).length).toBe(1);
  expect((await analyzed(id)).artifact?.structuredOutputs).toEqual({ [made.id]: { name: "order", result: "1042" } });
  await client.json<Call>("POST", `/call/${id}/analyze`);
  expect((await analyzed(id)).analysis?.summary).toBeUndefined();
});

test("only an ended call is analyzed again", async () => {
  const { id } = await calls.createCall();
  expect((await calls.client.json("POST", `/call/${id}/analyze`)).status).toBe(409);
  await calls.client.json("POST", `/call/${id}/end`);
});
