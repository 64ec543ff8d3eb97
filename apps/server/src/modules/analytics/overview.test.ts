import { randomUUID } from "node:crypto";
import { type AssistantFigures, type Call, type ErrorBody, Overview, type PageMetadata, type Turn } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { assistant } from "../assistant/tables.ts";
import { measureCall } from "../call/runtime/measure-call.ts";
import { call, callEvent } from "../call/tables.ts";
import { webhookDelivery } from "../webhook/tables.ts";

const NOW = "2026-03-31T12:00:00.000Z";
let server: TestServer;
let client: TestClient;
const assistantId = randomUUID();

interface Given {
  at: string;
  seconds?: number;
  reason?: string;
  endedMessage?: string;
  cost?: number;
  success?: string;
  /** The waits of each turn, in milliseconds: to the decision that the caller is done, to the first token, to the first sound. */
  waits?: [number, number, number][];
  toolFailed?: boolean;
  failed?: string;
  status?: "queued" | "in-progress" | "ended";
  isDeleted?: boolean;
  /** How its server message ended. */
  message?: "delivered" | "failed";
}

/** The clocks of Vienna change in the night to 29 March. */
const CALLS: Given[] = [
  {
    at: "2026-03-28T10:00:00Z",
    seconds: 120,
    reason: "customer-ended-call",
    cost: 0.5,
    success: "true",
    waits: [[300, 500, 200]],
  },
  {
    at: "2026-03-28T23:30:00Z",
    seconds: 60,
    reason: "assistant-ended-call",
    cost: 0.25,
    success: "false",
    // The median counts: 400, 600, 5000.
    waits: [
      [200, 100, 100],
      [300, 200, 100],
      [1000, 3000, 1000],
    ],
  },
  {
    at: "2026-03-29T08:00:00Z",
    seconds: 30,
    reason: "call.in-progress.error-providerfault-openai-llm-failed",
    success: "Excellent",
  },
  { at: "2026-03-30T08:00:00Z", reason: "customer-did-not-answer" },
  {
    at: "2026-03-30T09:00:00Z",
    seconds: 10,
    reason: "customer-ended-call",
    waits: [[100, 1800, 100]],
    toolFailed: true,
    message: "failed",
  },
  {
    at: "2026-03-30T10:00:00Z",
    seconds: 10,
    reason: "customer-ended-call",
    failed: "The voice timed out.",
    message: "delivered",
  },
  { at: "2026-03-31T11:59:00Z", status: "in-progress" },
  { at: "2026-03-31T11:59:30Z", status: "queued" },
  { at: "2026-03-30T10:00:00Z", seconds: 1000, reason: "worker-shutdown", cost: 9, isDeleted: true },
];

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(NOW) });
  client = await server.signUp();
  const stranger = await server.signUp();
  const [sample] = (await client.json<Call[]>("GET", "/call")).body;
  await client.json("DELETE", `/call/${sample?.id}`);
  for (const { orgId } of [client, stranger]) for (const each of CALLS) await addCall(orgId, each);
});
afterAll(() => server.close());

async function addCall(orgId: string, given: Given): Promise<void> {
  const {
    at,
    seconds,
    reason = null,
    endedMessage,
    cost,
    success,
    waits = [],
    toolFailed,
    failed,
    status = "ended",
    isDeleted,
    message,
  } = given;
  const id = randomUUID();
  const createdAt = new Date(at);
  const { db } = server.context;
  await db.insert(call).values({
    id,
    orgId,
    createdAt,
    updatedAt: createdAt,
    type: "webCall",
    status,
    endedReason: reason,
    endedMessage: endedMessage ?? null,
    assistantId,
    assistant: { name: "Riley" },
    roomSecretHash: "",
    nodeId: "node",
    leaseExpiresAt: new Date(NOW),
    startedAt: seconds === undefined ? null : createdAt,
    endedAt: seconds === undefined ? null : new Date(createdAt.getTime() + seconds * 1000),
  });
  const turns = waits.map(
    ([transcriber, model, voice], index): Partial<Turn> => ({
      index,
      trigger: "speech",
      speechEndMs: 1000,
      turnCommittedMs: 1000 + transcriber,
      modelFirstTokenMs: 1000 + transcriber + model,
      firstFrameSentMs: 1000 + transcriber + model + voice,
    }),
  );
  const events = [
    { type: "turn" as const, payload: { index: 99, trigger: "opening", speechEndMs: 0, firstFrameSentMs: 9999 } },
    ...turns.map((payload) => ({ type: "turn" as const, payload })),
    ...(toolFailed === undefined
      ? []
      : [
          {
            type: "tool.answered" as const,
            payload: { id: "t", name: "book", turn: 0, result: "No slots.", failed: true, durationMs: 5 },
          },
        ]),
    ...(failed === undefined
      ? []
      : [{ type: "failure" as const, payload: { part: "voice", provider: "cartesia", message: failed } }]),
  ];
  await db.insert(callEvent).values(events.map((event, seq) => ({ callId: id, orgId, seq, atMs: seq, ...event })));
  if (message)
    await db.insert(webhookDelivery).values({
      id: randomUUID(),
      orgId,
      createdAt,
      lane: id,
      type: "tool-calls",
      kind: "answered",
      status: message,
      target: "tool",
      callId: id,
      fields: {},
    });
  await measureCall(db, id);
  // Cost and analysis are stored after the end, as in a real call.
  await db
    .update(call)
    .set({
      details: { ...(cost === undefined ? {} : { cost }), ...(success && { analysis: { successEvaluation: success } }) },
      ...(isDeleted && { deletedAt: new Date(NOW) }),
    })
    .where(eq(call.id, id));
}

const RANGE = { createdAtGe: "2026-03-28T00:00:00Z", createdAtLe: NOW };
const address = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`;
const overview = async (query: Record<string, string> = RANGE) =>
  Overview.parse((await client.json("GET", address("/analytics/overview", query))).body);

test("the figures, beside what they are by hand", async () => {
  const found = await overview();
  expect(found).toMatchObject({
    live: 1,
    hasOwnCalls: true,
    calls: 8,
    cost: 0.75,
    success: { successful: 1, failed: 1 },
    ended: [
      {
        by: "caller",
        calls: 3,
        reasons: [{ endedReason: "customer-ended-call", calls: 3 }],
      },
      { by: "assistant", calls: 1 },
      { by: "provider", calls: 1 },
      { by: "platform", calls: 0, reasons: [] },
      { by: "nobody", calls: 1, reasons: [{ endedReason: "customer-did-not-answer", calls: 1 }] },
    ],
  });
  expect(found.minutes).toBeCloseTo(230 / 60);
  expect(found.response).toMatchObject({ calls: 3, p50: { ms: 1000, calls: 2 }, p95: { ms: 2000, calls: 1 } });
  for (const { ms, segments } of [found.response?.p50, found.response?.p95].filter((each) => each !== undefined))
    expect(segments.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeCloseTo(ms);
  expect(found.response?.p50.segments).toEqual([
    { name: "endpointing", durationMs: expect.closeTo(300) },
    { name: "model", durationMs: expect.closeTo(500) },
    { name: "voice", durationMs: expect.closeTo(200) },
  ]);
});

test("each number is that of the calls behind it", async () => {
  const { calls, ended, response, success, live, timeRange, toolErrors } = await overview();
  expect(toolErrors).toEqual([{ toolName: "book", calls: 1 }]);
  const range = { createdAtGe: timeRange.start, createdAtLe: timeRange.end };
  const behind = async (filter: Record<string, string>) =>
    (await client.json<{ results: Call[]; metadata: PageMetadata }>("GET", address("/v2/call", { ...filter, limit: "1" }))).body
      .metadata.totalItems;
  const numbers: [number | undefined, Record<string, string>][] = [
    [calls, range],
    [live, { status: "in-progress" }],
    [success.successful, { ...range, successEvaluation: "true" }],
    [success.failed, { ...range, successEvaluation: "false" }],
    [response?.p50.calls, { ...range, responseMsGe: String(response?.p50.ms) }],
    [response?.p95.calls, { ...range, responseMsGe: String(response?.p95.ms) }],
    ...toolErrors.map(({ toolName, calls: count }): [number, Record<string, string>] => [
      count,
      { ...range, failedTool: toolName },
    ]),
    ...ended.map(({ calls: count, reasons }): [number, Record<string, string>] => [
      count,
      { ...range, endedReasonAny: reasons.map(({ endedReason }) => endedReason).join(",") },
    ]),
  ];
  for (const [number, filter] of numbers) expect([filter, await behind(filter)]).toEqual([filter, number]);
});

test("days are those of the time zone, and days without calls are there", async () => {
  const { steps } = await overview({ ...RANGE, createdAtGe: "2026-03-26T23:00:00Z", timezone: "Europe/Vienna" });
  expect(steps.map(({ date, calls }) => [date, calls])).toEqual([
    ["2026-03-26T23:00:00.000Z", 0],
    ["2026-03-27T23:00:00.000Z", 1],
    ["2026-03-28T23:00:00.000Z", 2],
    ["2026-03-29T22:00:00.000Z", 3],
    ["2026-03-30T22:00:00.000Z", 2],
  ]);
  expect(steps[1]).toMatchObject({ minutes: 2, cost: 0.5, successful: 1, judged: 1, responseP50Ms: 1000, responseP95Ms: 1000 });
  const hours = await overview({
    createdAtGe: "2026-03-28T22:10:00Z",
    createdAtLe: "2026-03-29T02:10:00Z",
    step: "hour",
    timezone: "Europe/Vienna",
  });
  expect(hours.steps.map(({ calls }) => calls)).toEqual([0, 1, 0, 0, 0]);
});

test("problems are the last ones first, with what went wrong", async () => {
  const { problems } = await overview();
  expect(problems).toMatchObject([
    {
      kind: "failure",
      part: "voice",
      provider: "cartesia",
      message: "The voice timed out.",
      assistantName: "Riley",
      assistantId,
    },
    { kind: "tool", toolName: "book", message: "No slots.", isUndelivered: true },
    { kind: "ended", endedReason: "call.in-progress.error-providerfault-openai-llm-failed" },
  ]);
  expect(problems.map(({ isUndelivered }) => isUndelivered)).toEqual([undefined, true, undefined]);
});

test("problems of the same cause are one, with the last call and how many they are", async () => {
  const other = await server.signUp();
  const stalled = {
    endedMessage: "The process that hosted the call stopped answering.",
    reason: "call.in-progress.error-vapifault-worker-died",
  };
  for (let minute = 0; minute < 12; minute += 1)
    await addCall(other.orgId, { at: `2026-03-30T08:${String(10 + minute)}:00Z`, seconds: 5, ...stalled });
  await addCall(other.orgId, { at: "2026-03-30T07:00:00Z", seconds: 5, reason: stalled.reason });
  const { problems } = Overview.parse((await other.json("GET", address("/analytics/overview", RANGE))).body);
  expect(problems).toMatchObject([
    { createdAt: "2026-03-30T08:21:00.000Z", endedReason: stalled.reason, endedMessage: stalled.endedMessage, calls: 12 },
    { createdAt: "2026-03-30T07:00:00.000Z", endedReason: stalled.reason, calls: 1 },
  ]);
});

test("a deleted call is out of the figures until it is restored", async () => {
  const { body } = await client.json<Call[]>("GET", "/call?limit=1000");
  const of = body.find(({ endedReason }) => endedReason === "assistant-ended-call");
  await client.json("DELETE", `/call/${of?.id}`);
  expect(await overview()).toMatchObject({ calls: 7, cost: 0.5, response: { calls: 2 } });
  await client.json("POST", `/call/${of?.id}/restore`);
  expect(await overview()).toMatchObject({ calls: 8, cost: 0.75, response: { calls: 3 } });
});

test("a range without calls has zeros, and one that is too fine is refused", async () => {
  const empty = await overview({ createdAtGe: "2020-01-01T00:00:00Z", createdAtLe: "2020-01-02T00:00:00Z" });
  expect(empty).toMatchObject({ calls: 0, minutes: 0, cost: 0, problems: [], steps: [{ calls: 0 }, { calls: 0 }] });
  expect(empty.response).toBeUndefined();
  for (const [query, problem] of [
    [{ ...RANGE, createdAtGe: "2026-01-01T00:00:00Z", step: "hour" }, "step gives more than 400 steps"],
    [{ createdAtGe: NOW, createdAtLe: RANGE.createdAtGe }, "createdAtLe must not be before createdAtGe"],
    [{ timezone: "+02:00" }, "timezone must be a time zone"],
  ] as const)
    expect(await client.json<ErrorBody>("GET", address("/analytics/overview", query))).toMatchObject({
      status: 400,
      body: { message: [expect.stringContaining(problem)] },
    });
});

test("an assistant has the figures of its calls", async () => {
  const other = randomUUID();
  await server.context.db
    .insert(assistant)
    .values({ id: other, orgId: client.orgId, createdAt: new Date(NOW), updatedAt: new Date(NOW), config: {}, latestVersion: 1 });
  const { body } = await client.json<AssistantFigures[]>(
    "GET",
    address("/analytics/assistant-figures", { assistantIdAny: `${assistantId.toUpperCase()},${other}` }),
  );
  expect(body).toEqual([
    {
      assistantId,
      calls: 8,
      lastCallAt: "2026-03-31T11:59:30.000Z",
      successful: 1,
      judged: 2,
      responseP50Ms: 1000,
      responseP95Ms: 2000,
      transportMs: 0,
      cost: 0.75,
      unpriced: 0,
    },
  ]);
});
