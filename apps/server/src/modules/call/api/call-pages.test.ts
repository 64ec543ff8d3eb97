import { randomUUID } from "node:crypto";
import { Call, type CallFilter, type ErrorBody, type PageMetadata, type ValueFilter } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../testing/start-test-server.ts";
import type { TestClient } from "../../../testing/test-client.ts";
import { call, callEvent, callMetric } from "../tables.ts";

type Page = { results: Call[]; metadata: PageMetadata };
type CallInsert = typeof call.$inferInsert;

const CALLS = 60;
const START_MS = Date.parse("2026-03-01T08:00:00Z");
const [ASSISTANT, SQUAD, PHONE, OUTPUT] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const REASONS = ["customer-ended-call", "assistant-ended-call", "silence-timed-out"];
const WORDS = ["Opening hours", "a 100% refund", "my_order", "Grüße"];

let server: TestServer;
let client: TestClient;
let stranger: TestClient;
/** The response times of the calls that have one. */
const waits = new Map<string, number>();
/** All of the organization's calls, whole, as the bare list answers them. */
let all: Call[];

beforeAll(async () => {
  server = await startTestServer();
  [client, stranger] = [await server.signUp(), await server.signUp()];
  for (const who of [client, stranger]) for (let i = 0; i < CALLS; i++) await insertCall(who.orgId, i);
  all = (await client.json<Call[]>("GET", "/call?limit=1000")).body;
});
afterAll(() => server.close());

const pick = <Value>(values: readonly Value[], i: number): Value => values[i % values.length] as Value;

/** Varied by the digits of `i` in several bases, so that each filter holds for some calls, in many combinations. */
function rowOf(orgId: string, i: number): CallInsert {
  // Two in each minute, so that only their ids order them.
  const startedAt = new Date(START_MS + Math.floor(i / 2) * 60_000);
  const details = {
    ...(i % 3 === 0 ? {} : { cost: (i % 7) / 100 }),
    ...(i % 4 === 0 ? { customer: { number: `+1415555000${i % 5}`, name: pick(["=Ada", 'Bob, "B"'], i) } } : {}),
    ...(i % 5 === 0 ? { squadId: SQUAD, squad: { name: "Front Desk", members: [] } } : {}),
    ...(i % 6 === 0 ? { phoneNumberId: PHONE } : {}),
    ...(i % 2 === 0 ? { analysis: { successEvaluation: pick(["true", "false"], i >> 1), summary: "Asked" } } : {}),
    artifact: {
      ...(i % 3 === 1
        ? { structuredOutputs: { [OUTPUT]: { name: "Rating", result: pick([3, "9", "10", "high", true], i) } } }
        : {}),
      ...(i % 4 === 1 ? { scorecards: { a: { score: i }, b: { score: 50 } } } : {}),
    },
  };
  return {
    id: randomUUID(),
    orgId,
    createdAt: startedAt,
    updatedAt: startedAt,
    type: "webCall",
    status: "ended",
    assistantId: i % 4 === 3 ? null : i % 2 === 0 ? ASSISTANT : randomUUID(),
    assistant: { name: pick(["Riley", "riley", "Sam"], i) },
    assistantOverrides: i % 3 === 2 ? { variableValues: { plan: pick(["gold", "free"], i), n: i % 4 } } : null,
    roomSecretHash: "",
    nodeId: "node",
    leaseExpiresAt: startedAt,
    startedAt,
    endedAt: new Date(startedAt.getTime() + (i % 9) * 1234),
    endedReason: pick(REASONS, i),
    details,
  } as CallInsert;
}

async function insertCall(orgId: string, i: number): Promise<string> {
  const row = rowOf(orgId, i);
  const payload = { text: pick(WORDS, i), startMs: 0, endMs: 100, turn: 0, typed: false };
  await server.context.db.insert(call).values(row);
  if (i % 5 < 3) {
    const responseMs = 500 + ((i * 37) % 900);
    waits.set(row.id, responseMs);
    await server.context.db.update(callMetric).set({ responseMs }).where(eq(callMetric.callId, row.id));
  }
  await server.context.db.insert(callEvent).values({ callId: row.id, orgId, seq: 0, atMs: 100, type: "user.said", payload });
  return row.id;
}

const durationOf = ({ startedAt = "", endedAt = "" }: Call) => (Date.parse(endedAt) - Date.parse(startedAt)) / 1000;
const isNumber = (text: string) => /^[-+]?\d+(\.\d+)?(e\d+)?$/.test(text);

function fulfils(value: unknown, filter: ValueFilter): boolean {
  if (value === undefined) return false;
  const text = String(value);
  const order = (operand: string) =>
    isNumber(text) && isNumber(operand) ? Number(text) - Number(operand) : text < operand ? -1 : Number(text > operand);
  const holds: Record<keyof ValueFilter, (operand: string) => boolean> = {
    eq: (operand) => order(operand) === 0,
    neq: (operand) => order(operand) !== 0,
    gt: (operand) => order(operand) > 0,
    gte: (operand) => order(operand) >= 0,
    lt: (operand) => order(operand) < 0,
    lte: (operand) => order(operand) <= 0,
    contains: (operand) => text.includes(operand),
    notContains: (operand) => !text.includes(operand),
  };
  return Object.entries(filter).every(([name, operand]) => holds[name as keyof ValueFilter](operand));
}

type Fields = Record<string, unknown>;
const includes = (whole: Fields | undefined, part: Fields) =>
  whole !== undefined && Object.entries(part).every(([name, value]) => whole[name] === value);
const outputOf = ({ artifact }: Call) => (artifact?.structuredOutputs as Record<string, Fields> | undefined)?.[OUTPUT]?.result;
const scoresOf = ({ artifact }: Call) =>
  Object.values((artifact?.scorecards as Record<string, Fields>) ?? {}).map(({ score }) => score);

const output = (filter: ValueFilter): [string, CallFilter, (each: Call) => boolean] => [
  `structured output ${JSON.stringify(filter)}`,
  { structuredOutputs: { [OUTPUT]: filter } },
  (each) => fulfils(outputOf(each), filter),
];

/** Each filter beside its meaning in JavaScript. */
const FILTERS: [string, CallFilter, (each: Call) => boolean][] = [
  ["assistantId, in capitals", { assistantId: ASSISTANT.toUpperCase() }, (each) => each.assistantId === ASSISTANT],
  ["assistantIdAny", { assistantIdAny: `${ASSISTANT}, ${randomUUID()}` }, (each) => each.assistantId === ASSISTANT],
  ["assistantName", { assistantName: "RILEY" }, ({ assistant }) => String(assistant?.name).toLowerCase() === "riley"],
  ["squadId", { squadId: SQUAD }, ({ squadId }) => squadId === SQUAD],
  ["squadIdAny", { squadIdAny: `${randomUUID()},${SQUAD}` }, ({ squadId }) => squadId === SQUAD],
  ["squadName", { squadName: "front desk" }, ({ squadId }) => squadId === SQUAD],
  ["phoneNumberId", { phoneNumberId: PHONE }, ({ phoneNumberId }) => phoneNumberId === PHONE],
  ["endedReason", { endedReason: "silence-timed-out" }, ({ endedReason }) => endedReason === "silence-timed-out"],
  ["endedReasonAny", { endedReasonAny: REASONS.slice(1).join(",") }, ({ endedReason }) => endedReason !== REASONS[0]],
  ["successEvaluation", { successEvaluation: "true" }, ({ analysis }) => analysis?.successEvaluation === "true"],
  ["type", { type: "webCall" }, () => true],
  ["status", { status: "queued" }, ({ status }) => status === "queued"],
  ["cost", { cost: 0.03 }, ({ cost }) => cost === 0.03],
  ["costLe", { costLe: 0.02 }, ({ cost = 0 }) => cost <= 0.02],
  ["costGe", { costGe: 0.02 }, ({ cost = 0 }) => cost >= 0.02],
  [
    "customer",
    { customer: { number: "+14155550003", numberE164CheckEnabled: true } },
    ({ customer }) => includes(customer, { number: "+14155550003" }),
  ],
  [
    "customer's name and number",
    { name: "=Ada", number: "+14155550000" },
    ({ customer }) => includes(customer, { number: "+14155550000", name: "=Ada" }),
  ],
  [
    "customerNumberAny",
    { customerNumberAny: "+14155550001,+14155550002" },
    ({ customer }) => ["+14155550001", "+14155550002"].includes(String(customer?.number)),
  ],
  [
    "assistantOverrides",
    { assistantOverrides: { variableValues: { plan: "gold", n: 2 } } },
    ({ assistantOverrides }) => includes(assistantOverrides?.variableValues as Fields, { plan: "gold", n: 2 }),
  ],
  ...["OPENING", "100%", "_", "grüße", "%"].map((transcript): [string, CallFilter, (each: Call) => boolean] => [
    `transcript ${transcript}`,
    { transcript },
    ({ artifact }) => artifact?.transcript?.toLowerCase().replace("user: ", "").includes(transcript.toLowerCase()) ?? false,
  ]),
  ["mentions a name", { mentions: "bob" }, ({ customer }) => String(customer?.name).startsWith("Bob")],
  ["mentions a number", { mentions: "(415) 555-0003" }, ({ customer }) => customer?.number === "+14155550003"],
  [
    "mentions words",
    { mentions: "opening H" },
    // The sample call has them in its name.
    ({ artifact, name = "" }) => /opening hours/i.test(`${artifact?.transcript} ${name}`),
  ],
  output({ eq: "9.0" }),
  output({ neq: "9" }),
  output({ gt: "3", lt: "10" }),
  output({ gte: "9" }),
  output({ lte: "hi" }),
  output({ gt: "high" }),
  output({ contains: "i", notContains: "gg" }),
  output({ eq: "true" }),
  output({ lt: "1e999" }),
  [
    "score",
    { score: { gte: "20", lt: "50" } },
    (each) => scoresOf(each).some((score) => fulfils(score, { gte: "20", lt: "50" })),
  ],
  ["none", {}, () => true],
  [
    "several",
    { successEvaluation: "true", costGe: 0.01, endedReason: "customer-ended-call" },
    ({ analysis, cost = 0, endedReason }) => analysis?.successEvaluation === "true" && cost >= 0.01 && endedReason === REASONS[0],
  ],
];

function queryOf(query: object): string {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, string] => [
      name,
      typeof each === "object" ? JSON.stringify(each) : String(each),
    ]),
  );
  return new URLSearchParams(entries).toString();
}

const ids = (calls: readonly { id: string }[]) => calls.map(({ id }) => id);
const getPage = async (query: object, path = "/v2/call") => (await client.json<Page>("GET", `${path}?${queryOf(query)}`)).body;

test("the calls are as various as the filters need", () => {
  expect(all.length).toBeGreaterThanOrEqual(CALLS);
  for (const each of all) Call.parse(each);
});

describe.each(FILTERS)("%s", (_name, filter, holds) => {
  test("finds what it says, in all three lists", async () => {
    const expected = ids(all.filter(holds));
    const page = await getPage({ ...filter, limit: 1000 });
    expect(ids(page.results)).toEqual(expected);
    expect(page.metadata.totalItems).toBe(expected.length);
    expect(page.results).toEqual(
      all.filter(holds).map((each) => expect.objectContaining({ id: each.id, artifact: expect.anything() })),
    );
    expect(ids((await getPage({ ...filter, limit: 1000 }, "/v2/call/metadata")).results)).toEqual(expected);
    const exported = await client.json<Call[]>("GET", `/v2/call/export?${queryOf({ ...filter, format: "json" })}`);
    expect(ids(exported.body)).toEqual(expected);
  });
});

test("by id, one or several", async () => {
  const [first, second] = ids(all);
  expect(ids((await getPage({ id: first })).results)).toEqual([first]);
  expect(ids((await getPage({ idAny: [first, second, randomUUID()] })).results)).toEqual([first, second]);
});

test.each(
  ["createdAt", "duration", "cost", "responseMs"].flatMap((sortBy) =>
    ["ASC", "DESC"].map((sortOrder) => ({ sortBy, sortOrder })),
  ),
)("by %j, every call is on one page, also while calls come in", async (query) => {
  const keys: Record<string, (each: Call) => number> = {
    createdAt: ({ createdAt }) => Date.parse(createdAt),
    duration: (each) => durationOf(each),
    cost: ({ cost = 0 }) => cost,
    // Calls without a response time come last.
    responseMs: ({ id }) => waits.get(id) ?? (query.sortOrder === "ASC" ? Number.MAX_SAFE_INTEGER : -1),
  };
  const key = (each: Call) => keys[query.sortBy]?.(each) ?? 0;
  const sign = query.sortOrder === "ASC" ? 1 : -1;
  const before = (await client.json<Call[]>("GET", "/call?limit=1000")).body;
  const expected = before.toSorted((a, b) => sign * (key(a) - key(b) || (a.id < b.id ? -1 : 1)));
  const seen: string[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await getPage({ ...query, limit: 17, ...(cursor && { cursor }) });
    seen.push(...ids(page.results));
    cursor = page.metadata.nextCursor;
    await insertCall(client.orgId, seen.length);
  }
  const known = new Set(ids(before));
  expect(seen.filter((id) => known.has(id))).toEqual(ids(expected));
  expect(new Set(seen).size).toBe(seen.length);
});

test("rows of metadata are light", async () => {
  const { results } = await getPage({ limit: 5 }, "/v2/call/metadata");
  for (const each of results) {
    Call.parse(each);
    for (const heavy of ["assistant", "assistantOverrides", "artifact", "messages"]) expect(each).not.toHaveProperty(heavy);
  }
});

test("CSV has the 23 columns or those asked for, a row per call, and no formula", async () => {
  const response = await client.fetch("/v2/call/export?limit=60");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="calls-\d{4}-\d\d-\d\d\.csv"$/);
  const lines = (await response.text()).split("\r\n");
  expect(lines[0]?.split(",")).toHaveLength(23);
  expect(lines).toHaveLength(62);
  const some = `/v2/call/export?${queryOf({ columns: ["customerName,customerNumber", "duration"], number: "+14155550000" })}`;
  const [head, ...rows] = (await (await client.fetch(some)).text()).trimEnd().split("\r\n");
  expect(head).toBe("customerName,customerNumber,duration");
  expect(rows).toContain("'=Ada,'+14155550000,0");
  const named = await client.fetch(`/v2/call/export?${queryOf({ columns: "customerName", name: 'Bob, "B"' })}`);
  expect(await named.text()).toMatch(/^customerName\r\n$/);
});

test("an export has every call, however many batches that takes, and only the organization's", async () => {
  const csv = await (await client.fetch("/v2/call/export?columns=id")).text();
  const listed = (await client.json<Call[]>("GET", "/call?limit=1000")).body;
  expect(csv.trimEnd().split("\r\n").slice(1)).toEqual(ids(listed));
  const chosen = await client.json<object[]>("GET", "/v2/call/export?format=json&columns=id,duration&limit=2");
  expect(chosen.body).toEqual(listed.slice(0, 2).map((each) => ({ id: each.id, duration: durationOf(each) })));
  const others = await (await stranger.fetch("/v2/call/export?columns=id")).text();
  for (const id of ids(listed)) expect(others).not.toContain(id);
  expect(await (await client.fetch(`/v2/call/export?format=json&id=${randomUUID()}`)).json()).toEqual([]);
});

test("an export by e-mail is a link to the same file, sent to the user or to the address of the request", async () => {
  const { outbox } = server.context.mailer;
  const mailsTo = (email: string) => outbox?.list().filter(({ to, subject }) => to === email && subject.includes("export")) ?? [];
  const begun = await client.json("GET", "/v2/call/export?async=true&columns=id");
  expect(begun).toMatchObject({ status: 200, body: { id: expect.any(String), email: client.email } });
  await expect.poll(() => mailsTo(client.email).length, { timeout: 20_000 }).toBe(1);
  const link = /http\S+/.exec(mailsTo(client.email)[0]?.text ?? "")?.[0] ?? "";
  expect(await (await fetch(link)).text()).toBe(await (await client.fetch("/v2/call/export?columns=id")).text());
  expect((await fetch(link.replace(/signature=.*/, "signature=guessed"))).status).toBe(404);

  const { value } = (await client.json<{ value: string }>("POST", "/token", { name: "Server" })).body;
  const headers = { authorization: `Bearer ${value}` };
  const byToken = (query: string) => fetch(`${server.url}/v2/call/export?async=true&format=json&limit=1&${query}`, { headers });
  expect(await (await byToken("")).json()).toMatchObject({ message: [expect.stringContaining("email is required")] });
  expect((await byToken("email=bob@example.com")).status).toBe(200);
  await expect.poll(() => mailsTo("bob@example.com").length, { timeout: 20_000 }).toBe(1);
});

test.each([
  ["/v2/call?cursor=x", ["cursor must be the nextCursor of a page before"]],
  [
    `/v2/call?cursor=${Buffer.from(`1e300 ${randomUUID()}`).toString("base64url")}`,
    ["cursor must be the nextCursor of a page before"],
  ],
  ["/v2/call/export?cursor=x", ["cursor must be the nextCursor of a page before"]],
  ["/v2/call?customer=%7B", ["customer must be an object, or an object as JSON"]],
  ["/v2/call?limit=1001", ["limit must be at most 1000"]],
  [`/v2/call?limit=1000&page=${Number.MAX_SAFE_INTEGER}`, ["page must be at most 100000"]],
  [`/v2/call/export?limit=${Number.MAX_SAFE_INTEGER}&page=100000`, ["limit must be at most 1000000"]],
  ["/v2/call?sortBy=name", ["sortBy must be one of: createdAt, duration, cost, responseMs"]],
  ["/v2/call/metadata?transcript=%00", ["transcript must not contain U+0000 or half a surrogate pair"]],
  ["/v2/call/export?async=true&email=ada", ["email must be an email address"]],
  ["/v2/call/export?async=true&cursor=x", ["cursor must be the nextCursor of a page before"]],
])("GET %s is refused: %j", async (path, message) => {
  const answer = await client.json<ErrorBody>("GET", path);
  expect(answer.body.message).toEqual(message);
  expect([400, 501]).toContain(answer.status);
});
