import type { Call, CallEvent, OutputOfCall, OutputRun, StructuredOutput } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type CallServer, startCallServer } from "../call/runtime/testing/call-server.ts";

let calls: CallServer;
let judge: FakeOpenAiServer;
let assistantId = "";
/** Ended calls: the first one is about order 0, and so on. */
let callIds: string[] = [];
beforeAll(async () => {
  judge = await startFakeOpenAiServer();
  calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
  assistantId = (await calls.client.json<{ id: string }>("POST", "/assistant", { name: "Riley" })).body.id;
  callIds = await Promise.all(Array.from({ length: 30 }, (_, index) => endedCall(`Where is order ${index}?`)));
  await vi.waitUntil(async () => (await Promise.all(callIds.map(get))).every(({ analysisState }) => analysisState === "done"), {
    timeout: 60_000,
    interval: 500,
  });
});
afterAll(async () => {
  await calls.server.close();
  await judge.close();
});

async function endedCall(question: string): Promise<string> {
  const { id } = await calls.createCall({ assistantId });
  const { pool } = calls;
  pool.join(id);
  pool.happen(id, "user.said", { text: question, startMs: 10, endMs: 400, turn: 0, typed: false });
  pool.happen(id, "assistant.said", { text: "Let me see.", startMs: 600, endMs: 900, turn: 0, words: [], interrupted: false });
  pool.hangUp(id);
  return id;
}

const get = async (id: string) => (await calls.client.json<Call>("GET", `/call/${id}`)).body;
const post = <Body>(path: string, body: object = {}) => calls.client.json<Body>("POST", path, body);
const create = async (body: object) => (await post<StructuredOutput>("/structured-output", body)).body;
const run = (body: object) => post<OutputRun>("/structured-output/run", body);
const runsOf = async (id: string) => (await calls.client.json<OutputRun[]>("GET", `/structured-output/${id}/run`)).body;
const resultsOf = async (id: string, query = "") =>
  (
    await calls.client.json<{ results: OutputOfCall[]; metadata: { totalItems: number } }>(
      "GET",
      `/structured-output/${id}/result${query}`,
    )
  ).body;

const ORDER = {
  name: "Order",
  type: "regex",
  regex: "order (?<number>\\d+)",
  schema: { type: "object", properties: { number: { type: "integer" } } },
};

test("an output runs on all calls of a filter, with progress, results and CSV", async () => {
  const { id } = await create(ORDER);
  const started = await run({ structuredOutputId: id, filter: { assistantId } });
  expect(started.status).toBe(201);
  expect(started.body).toMatchObject({ total: 30, done: 0 });
  await expect.poll(async () => (await runsOf(id))[0]?.status).toBe("completed");
  expect((await runsOf(id))[0]).toMatchObject({ total: 30, done: 30, failed: 0, skipped: 0 });
  const { results, metadata } = await resultsOf(id, "?limit=10");
  expect([results.length, metadata.totalItems]).toEqual([10, 30]);
  expect(results[0]).toMatchObject({
    assistantId,
    assistantName: "Riley",
    name: "Order",
    result: { number: expect.any(Number) },
  });
  const csv = await (await calls.client.fetch(`/structured-output/${id}/result/export`)).text();
  const [head, ...rows] = csv.trim().split("\r\n");
  expect(head).toBe("callId,createdAt,assistantId,assistantName,number,error");
  expect(rows.map((row) => Number(row.split(",")[4])).sort((a, b) => a - b)).toEqual(callIds.map((_, index) => index));
  const call = await get(callIds[7] ?? "");
  expect(call.artifact?.structuredOutputs).toEqual({ [id]: { name: "Order", result: { number: 7 } } });
  // The analysis of the call stays.
  expect(call.analysis?.summary).toContain("order 7");
  const found = await calls.client.json<{ results: Call[] }>(
    "GET",
    `/v2/call?structuredOutputs=${encodeURIComponent(JSON.stringify({ [id]: { contains: '"number": 7' } }))}`,
  );
  expect(found.body.results.map((each) => each.id)).toEqual([callIds[7]]);
});

test("a preview answers the result of one call and stores nothing", async () => {
  const [id = ""] = callIds;
  judge.reply({ kind: "words", words: ["[1"] }, { kind: "words", words: ["4"] });
  const model = { provider: "custom-llm", model: "judge", url: judge.url };
  const body = { previewEnabled: true, structuredOutput: { name: "Mood", schema: { type: "integer" }, model }, callIds: [id] };
  expect((await run(body)).body).toEqual({ Mood: { name: "Mood", result: 4 } });
  const skipping = { ...body.structuredOutput, conditions: [{ type: "minMessages", count: 99 }] };
  expect((await run({ ...body, structuredOutput: skipping })).body).toEqual({
    skipped: { Mood: { name: "Mood", unmetCondition: { type: "minMessages", count: 99 } } },
  });
  expect((await get(id)).artifact?.structuredOutputs?.Mood).toBeUndefined();
});

test("a canceled run stops, and keeps what it has", async () => {
  judge.reply({ kind: "hang-after", words: [] });
  const model = { provider: "custom-llm", model: "judge", url: judge.url };
  const { id } = await create({ name: "Slow", schema: { type: "string" }, model });
  const { body: started } = await run({ structuredOutputId: id, callIds });
  await expect.poll(async () => (await runsOf(id))[0]?.status).toBe("running");
  const canceled = await post<OutputRun>(`/structured-output/${id}/run/${started.id}/cancel`);
  expect(canceled.body).toMatchObject({ status: "canceled", done: 0 });
  judge.reply({ kind: "words", words: ["ok"] });
  expect((await runsOf(id))[0]?.status).toBe("canceled");
});

test("an output without a language model fails with the reason, and its usage is an event where there is one", async () => {
  const { id } = await create({ name: "Why", schema: { type: "string" } });
  const [callId = ""] = callIds;
  await run({ structuredOutputId: id, callIds: [callId] });
  await expect.poll(async () => (await runsOf(id))[0]).toMatchObject({ status: "completed", failed: 1 });
  expect((await resultsOf(id)).results).toMatchObject([
    { callId, result: null, error: expect.stringContaining("language model") },
  ]);
  judge.reply({ kind: "words", words: ["Lost"] });
  await calls.client.json("PATCH", `/structured-output/${id}?schemaOverride=false`, {
    model: { provider: "custom-llm", model: "judge", url: judge.url },
  });
  await run({ structuredOutputId: id, callIds: [callId] });
  await expect.poll(async () => (await resultsOf(id)).results[0]?.result).toBe("Lost");
  const { body: events } = await calls.client.json<CallEvent[]>("GET", `/call/${callId}/event`);
  expect(events.at(-1)).toMatchObject({
    type: "output.done",
    payload: { key: id, result: { result: "Lost" }, usage: [{ model: "judge", completionTokens: 1 }] },
  });
});

test("what cannot be run is refused with the field", async () => {
  const { id } = await create(ORDER);
  const problemsOf = async (body: object) => {
    const answer = await post<{ message: string | string[] }>("/structured-output/run", body);
    return [answer.status, String(answer.body.message)] as const;
  };
  const [call = ""] = callIds;
  expect(await problemsOf({ structuredOutputId: id })).toEqual([400, expect.stringContaining("callIds or filter")]);
  expect(await problemsOf({ callIds: [call] })).toEqual([400, expect.stringContaining("structuredOutputId or structuredOutput")]);
  expect(await problemsOf({ structuredOutputId: id, callIds: [id] })).toEqual([400, expect.stringContaining(id)]);
  expect(await problemsOf({ structuredOutputId: call, callIds: [call] })).toEqual([404, expect.any(String)]);
  const broken = { ...ORDER, regex: "(?=ahead)" };
  expect(await problemsOf({ structuredOutput: broken, callIds: [call] })).toEqual([400, expect.stringContaining("regex")]);
  expect((await post("/structured-output", broken)).status).toBe(400);
  const odd = { name: "Odd", schema: { type: "object", if: {} } };
  expect((await post("/structured-output", odd)).status).toBe(400);
});
