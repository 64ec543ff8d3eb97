import { randomUUID } from "node:crypto";
import type { Usage } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CallFixture, callRequest, openCallFixture, type TestNode } from "../call/runtime/testing/call-fixture.ts";
import { orgSpending, price } from "./tables.ts";

let fixture: CallFixture;
let node: TestNode;
const orgId = randomUUID();

beforeEach(async () => {
  fixture = await openCallFixture();
  node = await fixture.startNode();
});
afterEach(() => fixture.close());

const model = (inputTokens: number, outputTokens: number): Usage => ({
  part: "model",
  provider: "openai",
  model: "gpt-4.1-mini",
  amounts: { inputTokens, cachedTokens: 0, cacheWriteTokens: 0, outputTokens },
});
const UNPRICED: Usage = { part: "voice", provider: "neuphonic", model: "default", amounts: { characters: 100, seconds: 4 } };
/** 1,000,000 tokens in and 100,000 out at the table's 0.40 and 1.60. */
const COST = 0.4 + 0.16;

/** A call of 30 s with two requests of the model, and a voice without a known price. */
async function startCall(): Promise<string> {
  const { id } = (await node.calls.create(callRequest(orgId))).row;
  node.pool.join(id);
  await expect.poll(async () => (await fixture.row(id)).status, { timeout: 30_000 }).toBe("in-progress");
  node.pool.happen(id, "usage", { usages: [model(600_000, 50_000), UNPRICED] });
  node.pool.happen(id, "usage", { usages: [model(400_000, 50_000)] });
  fixture.advance(30_000);
  return id;
}
const ended = async (id: string) => {
  await expect.poll(async () => (await fixture.row(id)).status, { timeout: 30_000 }).toBe("ended");
  return (await fixture.row(id)).details;
};
const spent = async () => {
  const [found] = await fixture.context.db.select().from(orgSpending).where(eq(orgSpending.orgId, orgId));
  return found?.usd;
};

test("a call costs what its parts used, each item with quantity, price, source and day", async () => {
  const id = await startCall();
  node.pool.hangUp(id);
  const details = await ended(id);
  const from = { source: expect.stringContaining("https://"), asOf: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) };
  expect(details).toMatchObject({
    cost: COST,
    costBreakdown: { llm: COST, tts: 0, stt: 0, transport: 0, total: COST, llmPromptTokens: 1_000_000 },
    costs: [
      { type: "transport", minutes: 0.5, cost: 0 },
      {
        type: "model",
        promptTokens: 1_000_000,
        completionTokens: 100_000,
        cost: COST,
        prices: [
          { unit: "1m-input-tokens", quantity: 1_000_000, usd: 0.4, ...from },
          { unit: "1m-output-tokens", quantity: 100_000, usd: 1.6, ...from },
        ],
      },
    ],
    costUnknown: [{ ...UNPRICED, missing: ["1k-characters"] }],
  });
  expect(await spent()).toBe(COST);
});

test("a call whose server was killed costs what it had used until then, once", async () => {
  const id = await startCall();
  await expect.poll(async () => (await fixture.events(id)).length, { timeout: 30_000 }).toBe(3);
  node.pool.vanish();
  fixture.advance(60_000);
  const other = await fixture.startNode({ dataDir: await fixture.newFolder() });
  await other.calls.tick();
  expect(await ended(id)).toMatchObject({ cost: COST });
  await other.calls.tick();
  expect(await spent()).toBe(COST);
});

test("usage that its node stores after another one ended the call is added, and spent once", async () => {
  const id = await startCall();
  await node.calls.tick();
  await expect.poll(async () => (await fixture.events(id)).length, { timeout: 30_000 }).toBe(3);
  const other = await fixture.startNode({ dataDir: await fixture.newFolder() });
  await other.calls.end(id, "manually-canceled");
  expect(await ended(id)).toMatchObject({ cost: COST });
  node.pool.happen(id, "usage", { usages: [model(1_000_000, 0)] });
  node.pool.hangUp(id);
  await expect.poll(async () => (await fixture.row(id)).details.cost, { timeout: 30_000 }).toBeCloseTo(COST + 0.4, 9);
  expect(await spent()).toBeCloseTo(COST + 0.4, 9);
});

test("the organization's own prices count, and calls of earlier prices keep theirs", async () => {
  const first = await startCall();
  node.pool.hangUp(first);
  await ended(first);
  const { db, now } = fixture.context;
  const own = { part: "voice" as const, provider: "neuphonic", model: "*", unit: "1k-characters" as const, usd: 2 };
  await db.insert(price).values({ id: randomUUID(), orgId, ...own, updatedAt: now() });
  await db.insert(price).values({ id: randomUUID(), orgId: randomUUID(), ...own, usd: 9, updatedAt: now() });
  const second = await startCall();
  node.pool.hangUp(second);
  const details = await ended(second);
  expect(details.cost).toBe(COST + 0.2);
  expect(details.costs?.at(-1)).toMatchObject({
    type: "voice",
    cost: 0.2,
    prices: [{ quantity: 100, usd: 2, asOf: "2026-11-21" }],
  });
  expect(details.costUnknown).toBeUndefined();
  expect((await fixture.row(first)).details.cost).toBe(COST);
  await db.delete(price).where(eq(price.orgId, orgId));
});

test("a call that nobody joined has no cost", async () => {
  const { id } = (await node.calls.create(callRequest(orgId))).row;
  await node.calls.end(id, "manually-canceled");
  expect((await ended(id)).cost).toBeUndefined();
});
