import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type Call,
  type CallBatch,
  type CallEvent,
  type ErrorBody,
  type Org,
  type PhoneNumber,
  PlatformError,
  type QuotaName,
} from "@callwright/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { setQuotas } from "../../../operator/quota/set-quotas.ts";
import { organization } from "../../../platform/auth/tables.ts";
import { parseConfig } from "../../../platform/config/config.ts";
import { findQuotas } from "../../../platform/quota/quotas.ts";
import { startServer } from "../../../server.ts";
import { createTestDatabase, runClusterUrl } from "../../../testing/postgres-cluster.ts";
import { rememberedPasswords } from "../../../testing/remembered-passwords.ts";
import { signUpTestClient, type TestClient } from "../../../testing/test-client.ts";
import { SimulatedLine } from "../../telephony/simulated-line.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { FakeCallHostPool } from "../runtime/testing/fake-call-host-pool.ts";
import { call } from "../tables.ts";

let setup: CallServer;
let phoneNumberId: string;
beforeAll(async () => {
  setup = await startCallServer();
  phoneNumberId = await addNumber(setup.client);
});
afterAll(() => setup.server.close());

/** A job of the queue is looked for every 5 s. */
const STARTED = { timeout: 20_000 };
const inMinutes = (minutes: number) => new Date(setup.now().getTime() + minutes * 60_000).toISOString();
const customer = { number: "+12025550104" };

async function addNumber(client: TestClient): Promise<string> {
  return (await client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated" })).body.id;
}

async function schedule(body: object = {}, plan: object = { earliestAt: inMinutes(10) }): Promise<Call> {
  const request = { assistant: { name: "Riley" }, phoneNumberId, customer, schedulePlan: plan, ...body };
  const answer = await setup.client.json<Call>("POST", "/call", request);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201, body: { status: "scheduled" } });
  return answer.body;
}

const get = async (id: string) => (await setup.client.json<Call>("GET", `/call/${id}`)).body;

const startsSoon = () => ({ earliestAt: new Date(setup.now().getTime() + 200).toISOString() });

test("a scheduled call waits without a host, keeps its secrets sealed, and starts at its time under its name and id", async () => {
  const { client, pool, server } = setup;
  const [apiKey, prompt] = ["sk-of-this-test", "Say hello."];
  const assistant = { name: "Riley", server: { url: "https://hooks.example", headers: { authorization: apiKey } } };
  const plan = { earliestAt: inMinutes(10), latestAt: inMinutes(11) };
  const waiting = await schedule({ assistant, assistantOverrides: { variableValues: { prompt } } }, plan);
  expect(waiting).toMatchObject({ type: "outboundPhoneCall", schedulePlan: plan, customer, phoneNumberId });
  expect(waiting.monitor).toBeUndefined();
  expect((await client.json<Call[]>("GET", "/v2/call?status=scheduled")).body).toMatchObject({ results: [{ id: waiting.id }] });
  const [row] = await server.context.db.select().from(call).where(eq(call.id, waiting.id));
  expect(JSON.stringify(row)).not.toContain(apiKey);
  const control = await client.json<ErrorBody>("POST", `/call/${waiting.id}/control`, { type: "end-call" });
  expect(control).toMatchObject({ status: 409, body: { code: "call-scheduled" } });

  const soon = await schedule({ assistant, name: "Reminder", assistantOverrides: { variableValues: { prompt } } }, startsSoon());
  await client.json("PATCH", `/call/${soon.id}`, { name: "Renamed" });
  await expect.poll(async () => (await get(soon.id)).status, STARTED).toBe("ringing");
  expect(await get(soon.id)).toMatchObject({ name: "Renamed", createdAt: soon.createdAt, schedulePlan: soon.schedulePlan });
  expect(pool.specs.find(({ callId }) => callId === soon.id)).toMatchObject({ variableValues: { prompt }, customer });
  await client.json("POST", `/call/${soon.id}/end`);
  expect(await get(soon.id)).toMatchObject({ status: "ended", endedReason: "manually-canceled" });
  expect((await get(waiting.id)).status).toBe("scheduled");
});

test("it is canceled by its end or its deletion, and not started then", async () => {
  const { client, pool } = setup;
  const [ended, deleted] = [await schedule(), await schedule()];
  const stranger = await setup.server.signUp();
  expect((await stranger.json("POST", `/call/${ended.id}/end`)).status).toBe(404);
  expect((await stranger.json("DELETE", `/call/${deleted.id}`)).status).toBe(404);
  const expected = { status: "ended", endedReason: "manually-canceled" };
  expect((await client.json("POST", `/call/${ended.id}/end`)).body).toMatchObject(expected);
  const gone = { status: "ended", endedReason: "scheduled-call-deleted" };
  expect((await client.json("DELETE", `/call/${deleted.id}`)).body).toMatchObject(gone);
  expect((await client.json("POST", `/call/${deleted.id}/restore`)).body).toMatchObject(gone);
  const { body: events } = await client.json<CallEvent[]>("GET", `/call/${ended.id}/event`);
  expect(events[0]).toMatchObject({ seq: 0, type: "call.ended", payload: { endedReason: expected.endedReason } });
  await dueNow(ended.id, deleted.id);
  // The job of a later call runs after those of the earlier ones.
  const marker = await schedule({}, startsSoon());
  await expect.poll(async () => (await get(marker.id)).status, STARTED).toBe("ringing");
  expect(pool.specs.filter(({ callId }) => callId === ended.id || callId === deleted.id)).toEqual([]);
});

test("a call that is canceled while it waits for a host is not dialed, and does not wait again", async () => {
  const { client, pool } = setup;
  const dialed = vi.spyOn(SimulatedLine.prototype, "dial");
  for (const failure of [new PlatformError("call-host-unavailable", { detail: "full." }), undefined]) {
    let canceled: Promise<{ body: Call }> | undefined;
    pool.failNextStart = failure;
    pool.beforeNextStart = async (callId) => {
      const ended = vi.spyOn(pool, "end");
      canceled = client.json<Call>("POST", `/call/${callId}/end`);
      await expect.poll(() => ended.mock.calls.map(([id]) => id)).toContain(callId);
      ended.mockRestore();
    };
    const { id } = await schedule({}, startsSoon());
    await expect.poll(() => get(id), STARTED).toMatchObject({ status: "ended", endedReason: "manually-canceled" });
    expect((await canceled)?.body).toMatchObject({ id, status: "ended" });
    const { body: events } = await client.json<CallEvent[]>("GET", `/call/${id}/event`);
    expect(events[0]).toMatchObject({ seq: 0, type: "call.ended", payload: { endedReason: "manually-canceled" } });
  }
  expect(dialed).not.toHaveBeenCalled();
  dialed.mockRestore();
});

test("it is tried again while there is no room, and ends with the reason when what it needs is gone", {
  tags: "long",
}, async () => {
  const { client, pool } = setup;
  pool.failNextStart = new PlatformError("call-host-unavailable", { detail: "full.", retryAfterSeconds: 0.1 });
  const patient = await schedule({}, startsSoon());
  await expect.poll(async () => (await get(patient.id)).status, STARTED).toBe("ringing");

  const own = await addNumber(client);
  const orphan = await schedule({ phoneNumberId: own });
  await client.json("DELETE", `/phone-number/${own}`);
  await dueNow(orphan.id);
  await expect
    .poll(() => get(orphan.id), STARTED)
    .toMatchObject({
      status: "ended",
      endedReason: "call.start.error-get-resources-validation",
      endedMessage: expect.stringContaining("hone number"),
    });
});

test("it ends when its request cannot be read, and is tried again after an unknown failure, which costs no try of its job", async () => {
  const { db } = setup.server.context;
  const [unreadable, unlucky] = [await schedule(), await schedule()];
  await db.update(call).set({ scheduledRequest: "sealed with another key" }).where(eq(call.id, unreadable.id));
  setup.pool.beforeNextStart = () => Promise.reject(new Error("unknown"));
  await dueNow(unreadable.id, unlucky.id);
  const expected = { status: "ended", endedReason: "call.start.error-get-resources-validation" };
  await expect
    .poll(() => get(unreadable.id), STARTED)
    .toMatchObject({ ...expected, endedMessage: expect.stringContaining("SECRET") });
  await expect.poll(() => stateOf(unlucky.id), STARTED).toEqual(["completed", "created"]);
  expect(setup.pool.beforeNextStart).toBeUndefined();
  await dueNow(unlucky.id);
  await expect.poll(async () => (await get(unlucky.id)).status, STARTED).toBe("ringing");
});

test("what cannot be called is refused when it is scheduled", async () => {
  const refused = async (body: object) => {
    const request = { assistant: {}, phoneNumberId, customer, schedulePlan: { earliestAt: inMinutes(10) }, ...body };
    const { status, body: answer } = await setup.client.json<ErrorBody>("POST", "/call", request);
    return [status, JSON.stringify(answer.message)];
  };
  const past = { earliestAt: inMinutes(-10), latestAt: inMinutes(-5) };
  expect(await refused({ schedulePlan: past })).toEqual([400, expect.stringContaining("schedulePlan.latestAt")]);
  const tooFar = inMinutes(366 * 1440);
  for (const [schedulePlan, problem] of [
    [{ earliestAt: inMinutes(-61) }, "schedulePlan.earliestAt is too long ago"],
    [{ earliestAt: tooFar }, "schedulePlan.earliestAt must be within 365 days"],
    [{ earliestAt: inMinutes(10), latestAt: tooFar }, "schedulePlan.latestAt must be within 365 days"],
  ] as const)
    expect(await refused({ schedulePlan })).toEqual([400, expect.stringContaining(problem)]);
  await setup.client.json("POST", "/do-not-call", { numbers: ["+12025550105"] });
  expect(await refused({ customer: { number: "+12025550105" } })).toEqual([400, expect.stringContaining("do-not-call")]);
  const body = { assistant: {}, phoneNumberId, schedulePlan: { earliestAt: inMinutes(10) } };
  const customers = [{ number: "+12025550105" }, { ...customer, assistantOverrides: { variableValues: { who: "Ada" } } }];
  const batch = (await setup.client.json<CallBatch>("POST", "/call", { ...body, customers })).body;
  expect(batch).toMatchObject({ results: [{ status: "scheduled" }], errors: [{ customer: { number: "+12025550105" } }] });
  await setup.client.json("DELETE", `/call/${batch.results[0]?.id}`);
});

test("concurrencyLimit counts an organization's calls, refuses by its name, stops a batch, and ends a scheduled call that finds no room", async () => {
  const client = await setup.server.signUp();
  const org = `/org/${client.orgId}`;
  const own = await addNumber(client);
  const call = async (body: object) => {
    const answer = await client.json<Call & CallBatch & ErrorBody>("POST", "/call", {
      assistant: {},
      phoneNumberId: own,
      ...body,
    });
    return answer;
  };
  const changed = await client.json<Org>("PATCH", org, { concurrencyLimit: 2 });
  expect(changed.body).toMatchObject({ concurrency: { limit: 2, limitedBy: "concurrencyLimit", inUse: 0 } });
  expect(changed.body.warnings).toBeUndefined();
  const batch = (await call({ customers: [customer, customer, { number: "+12025550101" }, customer] })).body;
  expect(batch.results).toHaveLength(2);
  expect(batch.errors).toMatchObject([
    { customer: { number: "+12025550101" }, error: expect.stringContaining("concurrencyLimit") },
    { customer, error: expect.stringContaining("2 call slots") },
  ]);
  expect(batch.subscriptionLimits).toEqual({ concurrencyBlocked: true, concurrencyLimit: 2, remainingConcurrentCalls: 0 });
  expect(await call({ customer })).toMatchObject({ status: 429, body: { code: "at-capacity" } });
  expect((await client.json<Org>("GET", org)).body.concurrency?.inUse).toBe(2);
  const admitted = vi.spyOn(SimulatedLine.prototype, "admit");
  const latestAt = new Date(setup.now().getTime() + 2_000).toISOString();
  const { id } = (await call({ customer, schedulePlan: { earliestAt: setup.now().toISOString(), latestAt } })).body;
  setup.advance(3_000);
  await expect
    .poll(async () => (await client.json<Call>("GET", `/call/${id}`)).body, STARTED)
    .toMatchObject({
      status: "ended",
      endedReason: "call.start.error-subscription-concurrency-limit-reached",
      endedMessage: expect.stringContaining("concurrencyLimit"),
    });
  // Once, as a later call. The tries count for no limit of calls per minute.
  expect(admitted.mock.calls.map((each: unknown[]) => each[3])).toEqual([true]);
  admitted.mockRestore();
  for (const each of batch.results) await client.json("POST", `/call/${each.id}/end`);
  await client.json("PATCH", org, { concurrencyLimit: null });
  expect((await client.json<Org>("GET", org)).body.concurrency).toMatchObject({ limitedBy: "ORG_CONCURRENT_CALLS", inUse: 0 });
});

test("it does not start when it is too late", async () => {
  const expired = await schedule({}, { earliestAt: inMinutes(10), latestAt: inMinutes(11) });
  setup.advance(20 * 60_000);
  await dueNow(expired.id);
  const endedMessage = `It could not start before ${expired.schedulePlan?.latestAt}.`;
  const ended = { status: "ended", endedReason: "scheduled-call-expired", endedMessage };
  await expect.poll(() => get(expired.id), STARTED).toMatchObject(ended);
});

test("the calls of a deleted organization wait for its restoration until it is too late", async () => {
  const client = await setup.server.signUp();
  const { db } = setup.server.context;
  const setDeleted = (deletedAt: Date | null) =>
    db.update(organization).set({ deletedAt }).where(eq(organization.id, client.orgId));
  const request = { assistant: {}, phoneNumberId: await addNumber(client), customer };
  const waiting = async (minutes: number) => {
    const schedulePlan = { earliestAt: inMinutes(10), latestAt: inMinutes(minutes) };
    return (await client.json<Call>("POST", "/call", { ...request, schedulePlan })).body.id;
  };
  const [patient, late] = [await waiting(120), await waiting(11)];
  const statusOf = async (id: string) => (await db.select().from(call).where(eq(call.id, id)))[0]?.status;
  await setDeleted(setup.now());
  setup.advance(20 * 60_000);
  await dueNow(patient, late);
  await expect.poll(() => stateOf(patient), STARTED).toEqual(["completed", "created"]);
  expect(await statusOf(patient)).toBe("scheduled");
  await expect.poll(() => statusOf(late), STARTED).toBe("ended");
  await setDeleted(null);
  await dueNow(patient);
  await expect.poll(() => statusOf(patient), STARTED).toBe("ringing");
});

test("it starts after a restart of the server", { tags: "long" }, async () => {
  const database = await createTestDatabase(runClusterUrl() ?? "", `scheduled_${process.pid}`);
  const dataDir = await mkdtemp(join(tmpdir(), "callwright-scheduled-"));
  const start = () => {
    const env = { PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "silent", CALL_HOST_WARM: "no", SIGN_UP: "open" };
    const config = { ...parseConfig(env), dataDir, databaseUrl: database.url };
    const createPool = (options: ConstructorParameters<typeof FakeCallHostPool>[0]) =>
      new FakeCallHostPool(options, () => new Date());
    return startServer(config, { rateLimit: false, passwords: rememberedPasswords, callService: { createPool } });
  };
  const first = await start();
  const client = await signUpTestClient(first.url);
  const request = {
    assistant: {},
    phoneNumberId: await addNumber(client),
    customer,
    schedulePlan: { earliestAt: inMinutes(10) },
  };
  const { id } = (await client.json<Call>("POST", "/call", request)).body;
  const { db } = first.context;
  // As after a restore from a backup, which has no jobs.
  await db.execute(sql`delete from pgboss.job where name = 'scheduled-call'`);
  const due = { earliestAt: new Date().toISOString() };
  await db.update(call).set({ details: sql`jsonb_set(details, '{schedulePlan}', ${JSON.stringify(due)}::jsonb)` });
  await first.close();
  const second = await start();
  const statusOf = async () => (await second.context.db.select().from(call).where(eq(call.id, id)))[0]?.status;
  await expect.poll(statusOf, STARTED).toBe("ringing");
  await second.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** As if the queue's time had come. */
async function dueNow(...ids: string[]): Promise<void> {
  const { db } = setup.server.context;
  for (const id of ids)
    await db.execute(sql`update pgboss.job set start_after = now() where name = 'scheduled-call' and singleton_key = ${id}`);
  // Wakes the workers.
  await schedule();
}

/** States of the jobs of a call. */
async function stateOf(id: string): Promise<unknown[]> {
  const ofCall = sql`name = 'scheduled-call' and singleton_key = ${id}`;
  const { rows } = await setup.server.context.db.execute(sql`select state::text from pgboss.job where ${ofCall} order by 1`);
  return rows.map(({ state }) => state);
}

test("quotas refuse by their name, count calls that start and minutes that were talked, and stop batches, campaigns and scheduled calls", async () => {
  const { server, pool, advance } = setup;
  const client = await server.signUp();
  const own = await addNumber(client);
  const set = (...quotas: string[]) => setQuotas(server.context, [client.orgId, ...quotas]);
  const quota = async (name: QuotaName) =>
    (await client.json<Org>("GET", `/org/${client.orgId}`)).body.quotas?.find((each) => each.name === name);
  const web = (assistant: object = {}) => client.json<Call & ErrorBody>("POST", "/call/web", { assistant });
  const unrecorded = { artifactPlan: { recordingEnabled: false } };

  await set("callsPerDay=3");
  pool.failNextStart = new PlatformError("call-host-unavailable", { detail: "" });
  expect((await web()).status).toBe(503);
  expect(await quota("callsPerDay")).toMatchObject({ used: 0, limit: 3 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => web()));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  const refused = answers.find(({ status }) => status !== 201);
  expect(refused).toMatchObject({
    status: 429,
    body: { code: "quota-reached", message: expect.stringContaining("3 calls a day (callsPerDay)") },
  });
  expect(await quota("callsPerDay")).toMatchObject({ used: 3, limit: 3 });
  const target = { assistant: {}, phoneNumberId: own };
  const batch = await client.json<ErrorBody & CallBatch>("POST", "/call", { ...target, customers: [customer, customer] });
  for (const { error } of batch.body.errors) expect(error).toContain("callsPerDay");
  const plan = { earliestAt: inMinutes(0) };
  const scheduled = (await client.json<Call>("POST", "/call", { ...target, customer, schedulePlan: plan })).body;
  await dueNow(scheduled.id);
  await expect
    .poll(async () => (await client.json<Call>("GET", `/call/${scheduled.id}`)).body, STARTED)
    .toMatchObject({ status: "ended", endedMessage: expect.stringContaining("callsPerDay") });
  const { id: assistantId } = (await client.json<{ id: string }>("POST", "/assistant", { name: "Riley" })).body;
  const campaign = { name: "Spring", assistantId, phoneNumberId: own, customers: [customer] };
  const { id } = (await client.json<{ id: string }>("POST", "/campaign", campaign)).body;
  await expect
    .poll(async () => (await client.json<object>("GET", `/campaign/${id}`)).body, STARTED)
    .toMatchObject({ paused: true, pauseReason: expect.stringContaining("callsPerDay") });
  await client.json("POST", `/campaign/${id}/cancel`);

  await set("callsPerDay=none", "minutesPerMonth=2");
  const talked = answers.find(({ status }) => status === 201)?.body.id ?? "";
  pool.join(talked);
  pool.record(talked, 1);
  advance(120_000);
  await client.json("POST", `/call/${talked}/end`);
  expect(await quota("minutesPerMonth")).toMatchObject({ used: expect.closeTo(2, 2), limit: 2 });
  expect(await web()).toMatchObject({ status: 429, body: { message: expect.stringContaining("(minutesPerMonth)") } });
  const nextMonth = new Date(setup.now().getTime() + 32 * 86_400_000);
  const later = await findQuotas({ ...server.context, now: () => nextMonth }, client.orgId);
  expect(later.find(({ name }) => name === "minutesPerMonth")).toMatchObject({ used: 0 });

  await expect.poll(async () => (await quota("storageGb"))?.used, STARTED).toBeGreaterThan(0);
  await set("minutesPerMonth=none", "storageGb=0");
  expect(await web()).toMatchObject({
    status: 413,
    body: { code: "quota-full", message: expect.stringContaining("(storageGb)") },
  });
  expect((await web(unrecorded)).status).toBe(201);
  await client.json("DELETE", `/call/${talked}`);
  expect(await quota("storageGb")).toMatchObject({ used: 0, limit: 0 });
});
