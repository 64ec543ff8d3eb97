import { type Call, type Campaign, type CampaignContact, type ErrorBody, type PhoneNumber, WEEKDAYS } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../platform/db/connect.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { ScriptedCallHostPool } from "../call/runtime/testing/scripted-call-host-pool.ts";
import { NO_SERVER_MESSAGES } from "../webhook/server-messages.ts";
import { changeCampaign, findCampaign } from "./campaign-store.ts";
import { redialContacts } from "./contact-states.ts";
import { finishCampaign } from "./settle-contacts.ts";

/** Campaigns of organizations with few concurrent calls, and simultaneous steps of one campaign. */

let server: TestServer;
let receiver: WebhookReceiver;
const now = () => new Date();
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  server = await startTestServer({
    config: { orgConcurrentCalls: 5, allowPrivateAddresses: true },
    simulatedTimes: { connect: 0, person: 20, mailbox: 20 },
    callService: { createPool: (options) => new ScriptedCallHostPool(options, now) },
  });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

const BUSY = { busy: 1 };
const RINGS = { noAnswer: 1 };
const people = (count: number, from = 2_000) =>
  Array.from({ length: count }, (_, index) => ({ number: `+1202555${from + index}` }));

/** A new organization. */
async function organization() {
  const client = await server.signUp();
  const [assistant] = (await client.json<{ id: string }[]>("GET", "/assistant")).body;
  const assistantId = assistant?.id;
  const addNumber = async (outcomes: object, ringSeconds = 1) =>
    (await client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated", outcomes, ringSeconds })).body.id;
  const send = (method: "POST" | "PATCH", path: string, body: object = {}) =>
    client.json<Campaign & ErrorBody>(method, path, body);
  const create = async (body: object) => {
    const { status, body: created } = await send("POST", "/campaign", { name: "Spring", assistantId, ...body });
    expect([status, created.message]).toEqual([201, undefined]);
    return created.id;
  };
  const get = async (id: string) => (await client.json<Campaign>("GET", `/campaign/${id}`)).body;
  const until = (id: string, expected: object) => expect.poll(() => get(id), { timeout: 30_000 }).toMatchObject(expected);
  return { client, assistantId, addNumber, send, create, get, until };
}

/** Makes a change that is committed while another step waits for it. */
async function whileHeld<Result>(change: (tx: Database) => Promise<unknown>, begin: () => Promise<Result>): Promise<Result> {
  const { db } = server.context;
  const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const { begun } = await db.transaction(async (tx) => {
    await change(tx);
    const result = begin();
    await expect.poll(async () => (await db.execute(waiting)).rows.length, { timeout: 30_000 }).toBeGreaterThan(0);
    return { begun: result };
  });
  return begun;
}

test("contacts of a busy number wait, and the campaign's server is not asked about them; those of another number are called", async () => {
  const { addNumber, create, send, until } = await organization();
  receiver.answerWith(({ message: { type } }, response) =>
    response.end(type === "campaign.predial" ? JSON.stringify({ eligible: true }) : "ok"),
  );
  const [rings, busy] = [await addNumber(RINGS, 50), await addNumber(BUSY)];
  const id = await create({
    dialPlan: [rings, busy].map((phoneNumberId) => ({ phoneNumberId, customers: [] })),
    numberConcurrency: 1,
    paused: true,
    predialPlan: { enabled: true },
    server: { url: receiver.url },
  });
  await send("POST", `/campaign/${id}/contact`, { contacts: people(30), phoneNumberId: rings });
  // The dial plan's two numbers take turns with them.
  await send("POST", `/campaign/${id}/contact`, { contacts: people(6, 3_000) });
  await send("POST", `/campaign/${id}/resume`);
  await until(id, { contactCounters: { completed: 3, dispatched: 1, pending: 32 } });
  const asked = receiver.received.flatMap(({ message: { type, contact } }) =>
    type === "campaign.predial" ? [(contact as { number: string }).number] : [],
  );
  // The server prepares several calls before it places the first one.
  expect(new Set(asked).size).toBeLessThanOrEqual(3 + 8);
});

test("all campaigns of an organization together leave room for calls of people, and do not hold up another organization", async () => {
  for (const { own, share } of [{ share: 4 }, { own: 3, share: 2 }]) {
    const { client, addNumber, assistantId, create, get, send } = await organization();
    if (own !== undefined) await client.json("PATCH", `/org/${client.orgId}`, { concurrencyLimit: own });
    const phoneNumberId = await addNumber(RINGS, 50);
    const ids = [1, 2].map(() => create({ phoneNumberId, customers: people(4), maxConcurrency: 3 }));
    const dispatched = async () => {
      const counts = await Promise.all(ids.map(async (id) => (await get(await id)).contactCounters?.dispatched ?? 0));
      return counts.reduce((sum, count) => sum + count);
    };
    await expect.poll(dispatched, { timeout: 30_000 }).toBe(share);
    const [customer] = people(1);
    expect((await send("POST", "/call", { assistantId, phoneNumberId, customer })).status).toBe(201);
    const others = await organization();
    const few = await others.create({ phoneNumberId: await others.addNumber(BUSY), customers: people(3) });
    await others.until(few, { status: "ended", dialed: 3 });
    expect(await dispatched()).toBe(share);
  }
});

test("a call that ends while its campaign is canceled is not retried", async () => {
  const { addNumber, create, until } = await organization();
  const retryPlan = { outcomes: ["noAnswer"], maxRetries: 10, delayMinutes: 0 };
  const id = await create({ phoneNumberId: await addNumber(RINGS), customers: people(1), retryPlan });
  await until(id, { dialed: 1 });
  await whileHeld(
    (tx) => changeCampaign(tx, id, ["in-progress"], { state: { status: "cancelled" } }, now()),
    async () => undefined,
  );
  await until(id, { status: "cancelled", outcomeCounters: { noAnswer: 1 } });
});

test("a campaign that begins while its people are replaced keeps them", async () => {
  const { addNumber, create, get, send } = await organization();
  const id = await create({ phoneNumberId: await addNumber(BUSY), customers: people(2), paused: true });
  const { status, body } = await whileHeld(
    (tx) => changeCampaign(tx, id, ["scheduled"], { state: { status: "in-progress" } }, now()),
    () => send("PATCH", `/campaign/${id}`, { customers: people(1, 3_000) }),
  );
  expect([status, body.code]).toEqual([409, "campaign-running"]);
  expect((await get(id)).customers).toEqual(people(2));
});

test("a campaign does not end while its people are called again", async () => {
  const { addNumber, client, create, until } = await organization();
  const id = await create({ phoneNumberId: await addNumber(BUSY), customers: people(1) });
  await until(id, { status: "ended" });
  const campaign = await findCampaign(server.context, client.orgId, id);
  if (!campaign) throw new Error("the campaign is gone");
  const isFinished = await whileHeld(
    async (tx) => {
      await changeCampaign(tx, id, ["ended"], { state: { status: "in-progress" } }, now());
      await redialContacts(tx, id, ["busy"], now());
    },
    () => finishCampaign({ ...server.context, messages: NO_SERVER_MESSAGES }, campaign),
  );
  expect(isFinished).toBe(false);
  await until(id, { status: "ended", dialed: 2 });
});

test("another calling number calls everybody, in a duplicate too", async () => {
  const { addNumber, client, create, send, until } = await organization();
  const [first, second] = [await addNumber(BUSY), await addNumber(BUSY)];
  const id = await create({ dialPlan: [{ phoneNumberId: first, customers: people(2) }], paused: true });
  const copy = await create({ duplicateFromCampaignId: id, phoneNumberId: second, paused: true });
  await send("PATCH", `/campaign/${id}`, { phoneNumberId: second, dialPlan: null });
  for (const each of [id, copy]) {
    await send("POST", `/campaign/${each}/resume`);
    await until(each, { status: "ended" });
    const { body: calls } = await client.json<Call[]>("GET", "/call");
    const callers = calls.filter(({ campaignId }) => campaignId === each).map(({ phoneNumberId }) => phoneNumberId);
    expect(callers).toEqual([second, second]);
  }
});

test("contacts that wait for the calling hours are called when the hours change", async () => {
  const { addNumber, client, create, send, until } = await organization();
  const day = WEEKDAYS[(now().getUTCDay() + 1) % WEEKDAYS.length];
  const timeWindow = { from: "00:00", until: "23:59", days: [day], timeZone: "UTC" };
  const id = await create({ phoneNumberId: await addNumber(BUSY), customers: people(1), timeWindow });
  const waiting = async () =>
    (await client.json<{ results: CampaignContact[] }>("GET", `/campaign/${id}/contact`)).body.results[0];
  await expect.poll(waiting, { timeout: 30_000 }).toHaveProperty("notBefore");
  await send("PATCH", `/campaign/${id}`, { timeWindow: null });
  await until(id, { status: "ended", dialed: 1 });
});
