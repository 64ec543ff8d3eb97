import { randomUUID } from "node:crypto";
import { ANALYTICS_COLUMNS, ANALYTICS_OPERATIONS, ANALYTICS_STEPS, AnalyticsResult, type ErrorBody } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { call } from "../call/tables.ts";

const NOW = "2026-03-31T12:00:00.000Z";
const MINUTE_MS = 60_000;
let server: TestServer;
let client: TestClient;
let nowMs = Date.now();

interface Given {
  at: string;
  seconds: number | null;
  cost?: number;
  plan?: string;
  success?: string;
}
/** The second and the third run while the first does; the clocks of Vienna change in the night to 29 March. */
const CALLS: Given[] = [
  { at: "2026-03-28T10:00:00.000Z", seconds: 120, cost: 0.5, plan: "gold", success: "true" },
  { at: "2026-03-28T10:01:00.000Z", seconds: 30, cost: 0.25, plan: "free", success: "false" },
  { at: "2026-03-28T10:01:10.000Z", seconds: 10, plan: "free" },
  { at: "2026-03-28T23:30:00.000Z", seconds: 60, cost: 0.125, plan: 'it\'s "x"; --', success: "true" },
  { at: "2026-03-30T22:30:00.000Z", seconds: null },
];

beforeAll(async () => {
  server = await startTestServer({ now: () => new Date(nowMs) });
  client = await server.signUp();
  const stranger = await server.signUp();
  for (const { orgId } of [client, stranger])
    await server.context.db.insert(call).values(CALLS.map((each) => rowOf(orgId, each)));
});
afterAll(() => server.close());

function rowOf(orgId: string, { at, seconds, cost, plan, success }: Given): typeof call.$inferInsert {
  const createdAt = new Date(at);
  const times = seconds === null ? {} : { startedAt: createdAt, endedAt: new Date(createdAt.getTime() + seconds * 1000) };
  return {
    id: randomUUID(),
    orgId,
    createdAt,
    updatedAt: createdAt,
    type: "webCall",
    assistant: {},
    status: seconds === null ? "queued" : "ended",
    assistantOverrides: plan === undefined ? null : { variableValues: { plan } },
    roomSecretHash: "",
    nodeId: "node",
    leaseExpiresAt: createdAt,
    ...times,
    details: {
      ...(cost === undefined ? {} : { cost, costBreakdown: { llm: cost / 2, analysisCostBreakdown: { summary: cost / 4 } } }),
      ...(success === undefined ? {} : { analysis: { successEvaluation: success } }),
    },
  };
}

const timeRange = { start: "2026-03-28T00:00:00Z", end: NOW };
const ask = (query: object) =>
  client.json<AnalyticsResult[] & ErrorBody>("POST", "/analytics", {
    queries: [{ name: "q", table: "call", timeRange, ...query }],
  });
const rows = async (query: object) => (await ask(query)).body[0]?.result;

test("every operation, beside what it is by hand", async () => {
  const operations = [
    { operation: "count", column: "id", alias: "calls" },
    { operation: "sum", column: "cost" },
    { operation: "avg", column: "cost" },
    { operation: "sum", column: "costBreakdown.llm" },
    { operation: "sum", column: "costBreakdown.analysisBreakdown.summary", alias: "summaries" },
    { operation: "min", column: "duration" },
    { operation: "max", column: "duration" },
    { operation: "avg", column: "duration" },
    { operation: "sum", column: "minutesUsed" },
    { operation: "max", column: "concurrency" },
  ];
  expect(await rows({ operations })).toEqual([
    {
      calls: 5,
      sumCost: 0.875,
      avgCost: 0.175,
      "sumCostBreakdown.llm": 0.4375,
      summaries: 0.21875,
      minDuration: 10,
      maxDuration: 120,
      avgDuration: 55,
      sumMinutesUsed: expect.closeTo(220 / 60),
      maxConcurrency: 3,
    },
  ]);
});

test("groups, several at a time, also by a variable's value", async () => {
  const operations = [{ operation: "count", column: "id", alias: "calls" }];
  expect(await rows({ operations, groupBy: ["status", "analysis.successEvaluation"] })).toEqual([
    { status: "ended", "analysis.successEvaluation": "false", calls: 1 },
    { status: "ended", "analysis.successEvaluation": "true", calls: 2 },
    { status: "ended", "analysis.successEvaluation": null, calls: 1 },
    { status: "queued", "analysis.successEvaluation": null, calls: 1 },
  ]);
  expect(await rows({ operations, groupBy: "type", groupByVariableValue: [{ key: "plan" }] })).toEqual(
    expect.arrayContaining([
      { type: "webCall", "variableValues.plan": "free", calls: 2 },
      { type: "webCall", "variableValues.plan": 'it\'s "x"; --', calls: 1 },
    ]),
  );
  expect(await rows({ operations, groupByVariableValue: [{ key: "x') or true; drop table call; --" }] })).toHaveLength(1);
});

test("days are those of the time zone, when its clocks change too", async () => {
  const operations = [{ operation: "count", column: "id", alias: "calls" }];
  const days = (timezone: string) => rows({ operations, timeRange: { ...timeRange, step: "day", timezone } });
  expect(await days("Europe/Vienna")).toEqual([
    { date: "2026-03-27T23:00:00.000Z", calls: 3 },
    { date: "2026-03-28T23:00:00.000Z", calls: 1 },
    { date: "2026-03-30T22:00:00.000Z", calls: 1 },
  ]);
  expect(await days("UTC")).toEqual([
    { date: "2026-03-28T00:00:00.000Z", calls: 4 },
    { date: "2026-03-30T00:00:00.000Z", calls: 1 },
  ]);
});

test("a history has the values themselves, oldest first", async () => {
  const operations = [{ operation: "history", column: "concurrency", alias: "running" }];
  const [row] = (await rows({ table: "subscription", operations })) ?? [];
  expect(row?.running).toEqual(CALLS.slice(0, 4).map(({ at }, index) => ({ date: at, value: [1, 2, 3, 1][index] })));
});

test("without a range, the last seven days; the answer says which", async () => {
  const operations = [{ operation: "count", column: "id" }];
  nowMs = Date.parse("2026-04-05T10:00:30.000Z");
  try {
    const { body } = await client.json<AnalyticsResult[]>("POST", "/analytics", {
      queries: [{ name: "week", table: "call", operations }],
    });
    expect(AnalyticsResult.parse(body[0])).toEqual({
      name: "week",
      timeRange: { start: "2026-03-29T10:00:30.000Z", end: "2026-04-05T10:00:30.000Z", timezone: "UTC" },
      result: [{ countId: 1 }],
    });
  } finally {
    nowMs = Date.now();
  }
});

test("every column, operation and step is answered, over no calls too", async () => {
  for (const operation of ANALYTICS_OPERATIONS) {
    const columns = ANALYTICS_COLUMNS.filter((column) => column !== "id" || operation === "count");
    const atOnce = operation === "history" ? 2 : columns.length;
    for (let from = 0; from < columns.length; from += atOnce) {
      const operations = columns.slice(from, from + atOnce).map((column) => ({ operation, column }));
      expect(await ask({ operations })).toMatchObject({ status: 200 });
      const [row] =
        (await rows({ operations, timeRange: { start: "0000-01-01T00:00:00Z", end: "0001-01-02T00:00:00+14:00" } })) ?? [];
      expect(Object.values(row ?? {})).toEqual(operations.map(() => (["sum", "count"].includes(operation) ? 0 : null)));
    }
  }
  for (const step of ANALYTICS_STEPS)
    expect(
      (
        await ask({
          operations: [{ operation: "count", column: "id" }],
          timeRange: { ...timeRange, step, timezone: "Asia/Kolkata" },
        })
      ).status,
    ).toBe(200);
});

const count = { operation: "count", column: "id" };

test("a range that ends with the first year has a beginning too", async () => {
  const { status, body } = await ask({ operations: [count], timeRange: { end: "0001-01-01T00:00:00Z" } });
  expect(status).toBe(200);
  expect(body[0]).toMatchObject({ timeRange: { start: "0001-01-01T00:00:00.000Z" }, result: [{ countId: 0 }] });
});

test.each([
  [{ operations: [{ operation: "sum", column: "id" }] }, "queries.0.operations.0.operation must be count where the column is id"],
  [{ operations: [count, count] }, "queries.0 gives two values the name countId; set an alias"],
  [
    { operations: [count], timeRange: { timezone: "Mars/Olympus" } },
    "queries.0.timeRange.timezone must be a time zone like Europe/Berlin",
  ],
  [
    { operations: [count], timeRange: { timezone: "+02:00" } },
    "queries.0.timeRange.timezone must be a time zone like Europe/Berlin",
  ],
  [{ operations: [count], timeRange: { start: NOW, end: timeRange.start } }, "queries.0.timeRange.end must not be before start"],
  [
    { operations: ["cost", "duration", "minutesUsed"].map((column) => ({ operation: "history", column })) },
    "queries.0.operations must have at most 2 history operations; use another query for more",
  ],
  [{ operations: [] }, "queries.0.operations must have at least 1 entry"],
])("%j is refused: %s", async (query, problem) => {
  const { status, body } = await ask(query);
  expect(status).toBe(400);
  expect(body.message).toEqual([expect.stringContaining(problem.slice(0, 40))]);
});

test("more rows than an answer holds are refused", { tags: "long" }, async () => {
  const { orgId } = client;
  const at = Date.parse("2020-01-01T00:00:00Z");
  const many = Array.from({ length: 10_001 }, (_, i) =>
    rowOf(orgId, { at: new Date(at + i * MINUTE_MS).toISOString(), seconds: 1 }),
  );
  for (let i = 0; i < many.length; i += 2000) await server.context.db.insert(call).values(many.slice(i, i + 2000));
  const operations = [count];
  const range = { start: "2020-01-01T00:00:00Z", end: "2020-12-31T00:00:00Z" };
  expect((await ask({ operations, timeRange: { ...range, step: "second" } })).status).toBe(400);
  expect(await rows({ operations, timeRange: range })).toEqual([{ countId: 10_001 }]);
});

test("more values than a whole answer holds are refused with what to narrow", { tags: "long" }, async () => {
  const operations = ["cost", "duration"].map((column) => ({ operation: "history", column }));
  const whole = { start: "2020-01-01T00:00:00Z", end: "2020-12-31T00:00:00Z" };
  const post = (queries: object[]) => client.json<AnalyticsResult[] & ErrorBody>("POST", "/analytics", { queries });
  // Two of the values have 10,001 calls each.
  const hourly = (name: string) => ({ name, table: "call", operations, timeRange: { ...whole, step: "hour" } });
  const { status, body } = await post(["a", "b", "c", "d"].map(hourly));
  expect(status).toBe(200);
  expect(body.map(({ result }) => result.length)).toEqual(Array(4).fill(167));
  const refused = await post(["a", "b", "c", "d", "e", "f"].map(hourly));
  expect(refused.status).toBe(400);
  expect(refused.body.message).toEqual([
    "queries.4, together with the queries before it, gives more than 100000 values; take a longer step, a shorter range, or fewer groups and operations",
  ]);
  const [all] = (await rows({ operations, timeRange: whole })) ?? [];
  expect(all?.historyCost).toHaveLength(1_000);
});
