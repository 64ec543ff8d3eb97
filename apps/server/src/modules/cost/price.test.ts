import { randomUUID } from "node:crypto";
import { type Chat, type ErrorBody, ORG_PRICES_MAX, type Price, type Session, type Spending } from "@callwright/contract";
import { type FakeOpenAiServer, startFakeOpenAiServer } from "@callwright/engine/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpColleague } from "../../testing/colleague.ts";
import { type CallServer, startCallServer } from "../call/runtime/testing/call-server.ts";
import { findSpending } from "./spending.ts";
import { price } from "./tables.ts";

let calls: CallServer;
let model: FakeOpenAiServer;

beforeAll(async () => {
  calls = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
  model = await startFakeOpenAiServer();
});
afterAll(async () => {
  await model.close();
  await calls.server.close();
});

const OWN = { part: "model", provider: "custom-llm", model: "m", unit: "1m-input-tokens", usd: 3 } as const;
const set = (body: object, client = calls.client) => client.json<Price & ErrorBody>("PUT", "/price", body);
const list = async (client = calls.client) => (await client.json<Price[]>("GET", "/price")).body;
const spending = async () => (await calls.client.json<Spending>("GET", "/spending")).body;
const limit = (fields: object) => calls.client.json("PATCH", `/org/${calls.client.orgId}`, fields);

test("an own price is set, replaced, listed before the table, and deleted", async () => {
  const table = await list();
  expect(table.every(({ id, source }) => id === undefined && source !== undefined)).toBe(true);
  const made = await set(OWN);
  expect(made).toMatchObject({
    status: 200,
    body: { ...OWN, id: expect.any(String), asOf: calls.now().toISOString().slice(0, 10) },
  });
  const changed = await set({ ...OWN, usd: 4 });
  expect(changed.body).toEqual({ ...made.body, usd: 4 });
  expect(await list()).toEqual([changed.body, ...table]);
  const stranger = await calls.server.signUp();
  expect(await list(stranger)).toEqual(table);
  expect(await stranger.json("DELETE", `/price/${made.body.id}`)).toMatchObject({ status: 404 });
  expect((await calls.client.json("DELETE", `/price/${made.body.id}`)).body).toEqual(changed.body);
  expect(await list()).toEqual(table);
});

test.each<[string, object, string]>([
  ["a unit of another part", { ...OWN, part: "voice" }, "unit of a voice must be one of 1k-characters, minute"],
  ["less than nothing", { ...OWN, usd: -1 }, "usd must be at least 0"],
  ["no model", { ...OWN, model: "" }, "model must have at least 1 character"],
  ["another field", { ...OWN, colour: "red" }, "property colour should not exist"],
])("%s is refused", async (_name, body, problem) => {
  const { status, body: answer } = await set(body);
  expect([status, answer.message]).toEqual([400, [problem]]);
});

test("an organization with as many prices as it may have gets no other one, and can still change them", async () => {
  const full = await calls.server.signUp();
  const { db, now } = calls.server.context;
  const rows = Array.from({ length: ORG_PRICES_MAX }, (_, index) => ({ ...OWN, model: `m${index}`, id: randomUUID() }));
  await db.insert(price).values(rows.map((row) => ({ ...row, orgId: full.orgId, updatedAt: now() })));
  expect(await set({ ...OWN, model: "one more" }, full)).toMatchObject({ status: 409, body: { code: "price-limit" } });
  expect(await set({ ...OWN, model: "m7", usd: 8 }, full)).toMatchObject({ status: 200, body: { usd: 8 } });
});

test("an editor may not set prices", async () => {
  const editor = await signUpColleague(calls.server, calls.client.orgId, "editor");
  expect(await set(OWN, editor)).toMatchObject({ status: 403 });
});

test("a chat costs what its model used, its session the sum, and deleting it gives nothing back", async () => {
  await set(OWN);
  await set({ ...OWN, unit: "1m-output-tokens", usd: 10 });
  const assistant = { model: { provider: "custom-llm", model: "m", url: model.url } };
  const say = async (body: object) => {
    model.reply({
      kind: "words",
      words: ["Eight."],
      usage: { inputTokens: 100_000, cachedTokens: 20_000, outputTokens: 10_000 },
    });
    return (await calls.client.json<Chat>("POST", "/chat", { input: "When?", ...body })).body;
  };
  const before = (await spending()).usd;
  const first = await say({ assistant });
  const cost = 0.3 + 0.1;
  const stored = (await calls.client.json<Chat>("GET", `/chat/${first.id}`)).body;
  expect(stored).toMatchObject({
    cost,
    costs: [
      { type: "model", model: { provider: "custom-llm", model: "m" }, promptTokens: 100_000, cachedPromptTokens: 20_000, cost },
    ],
  });
  const second = await say({ sessionId: first.sessionId });
  await calls.client.json("DELETE", `/chat/${second.id}`);
  const session = (await calls.client.json<Session>("GET", `/session/${first.sessionId}`)).body;
  expect([session.cost, session.costs?.length]).toEqual([2 * cost, 2]);
  expect((await spending()).usd - before).toBeCloseTo(2 * cost, 9);
});

test("a spent budget refuses new calls and chats with 402, until it is raised or the month is over", async () => {
  const assistant = { name: "Riley" };
  const ask = async (path: string, client = calls.client, body: object = { assistant, input: "Hello" }) => {
    const { status, body: answer } = await client.json<ErrorBody>("POST", path, body);
    return [status, answer.code, answer.message];
  };
  expect(await spending()).toMatchObject({ usd: 0.8, month: calls.now().toISOString().slice(0, 7) });
  await limit({ billingLimit: 500, monthlyBudget: 0.8 });
  expect((await spending()).limit).toBe(0.8);
  const message = expect.stringMatching(/spent 0\.80 of its limit of 0\.80 US dollars in \d{4}-\d\d\./);
  expect(await ask("/call/web", calls.client, { assistant })).toEqual([402, "budget-spent", message]);
  expect(await ask("/chat")).toEqual([402, "budget-spent", message]);
  expect(await ask("/chat/web")).toEqual([402, "budget-spent", message]);
  expect(await ask("/chat/responses")).toEqual([402, "budget-spent", message]);
  await limit({ monthlyBudget: null, billingLimit: 0.5 });
  expect((await ask("/call/web", calls.client, { assistant }))[0]).toBe(402);
  await limit({ billingLimit: 0.81 });
  expect((await calls.client.json("POST", "/call/web", { assistant })).status).toBe(201);
  await limit({ billingLimit: 0.5 });
  const nextMonth = new Date(calls.now().getTime() + 32 * 86_400_000);
  expect(await findSpending(calls.server.context.db, calls.client.orgId, nextMonth)).toMatchObject({ usd: 0, limit: 0.5 });
});
