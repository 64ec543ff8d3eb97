import {
  type Call,
  type Campaign,
  type CampaignContact,
  type CampaignHour,
  type CampaignPreview,
  type CheckedContact,
  type ContactUpload,
  csvRow,
  type ErrorBody,
  type PhoneNumber,
} from "@callwright/contract";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver.ts";
import { ScriptedCallHostPool } from "../call/runtime/testing/scripted-call-host-pool.ts";
import { call } from "../call/tables.ts";

let server: TestServer;
let client: TestClient;
let receiver: WebhookReceiver;
let pool: ScriptedCallHostPool;
let number: PhoneNumber;
let assistantId: string;
let skewMs = 0;
const now = () => new Date(Date.now() + skewMs);
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  server = await startTestServer({
    now,
    config: { orgConcurrentCalls: 100, allowPrivateAddresses: true },
    simulatedTimes: { connect: 0, person: 20, mailbox: 20 },
    callService: {
      createPool: (options) => {
        pool = new ScriptedCallHostPool(options, now);
        return pool;
      },
    },
  });
  client = await server.signUp();
  ({ number, assistantId } = await ready(client));
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});

async function ready(as: TestClient) {
  const created = await as.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated", ringSeconds: 1 });
  const [assistant] = (await as.json<{ id: string }[]>("GET", "/assistant")).body;
  return { number: created.body, assistantId: assistant?.id ?? "" };
}

const OUTCOMES = { 101: "answered", 102: "voicemail", 103: "busy", 104: "noAnswer", 105: "declined", 106: "answered" };
const customersTo = (...lines: (number | string)[]) => lines.map((line) => ({ number: `+12025550${line}` }));
const everyOutcome = () => customersTo(...Object.keys(OUTCOMES));
/** Numbers that the mix of the calling number decides. */
const strangers = (count: number) => Array.from({ length: count }, (_, index) => ({ number: `+1202555${2000 + index}` }));

async function create(body: object): Promise<Campaign> {
  const plan = { name: "Spring", assistantId, phoneNumberId: number.id };
  const { status, body: created } = await client.json<Campaign>("POST", "/campaign", { ...plan, ...body });
  expect(created).toMatchObject({ id: expect.any(String) });
  expect(status).toBe(201);
  return created;
}
const get = async (id: string) => (await client.json<Campaign>("GET", `/campaign/${id}`)).body;
const contactsOf = async (id: string, query = "") =>
  (await client.json<{ results: CampaignContact[] }>("GET", `/campaign/${id}/contact?limit=1000${query}`)).body.results;
const patch = (id: string, body: object) => client.json<Campaign & ErrorBody>("PATCH", `/campaign/${id}`, body);
const step = (id: string, name: string, body?: object) =>
  client.json<Campaign & ErrorBody>("POST", `/campaign/${id}/${name}`, body);

/** The messages that the campaign's server received about it, in order. */
const heardOf = (id: string) =>
  receiver.received.filter(({ message }) => message.campaignId === id).map(({ message }) => message.type);

async function until(id: string, expected: object): Promise<Campaign> {
  await expect.poll(() => get(id), { timeout: 20_000 }).toMatchObject(expected);
  return get(id);
}
const ended = (id: string) => until(id, { status: "ended", endedReason: "campaign.ended.success" });

test("every contact is called once, has its outcome, and the campaign's server hears of it", async () => {
  const variables = { assistantOverrides: { variableValues: { city: "=Bonn" } } };
  const [first, ...others] = everyOutcome();
  const { id, customers } = await create({
    customers: [{ ...first, name: "Ada", ...variables }, ...others],
    server: { url: receiver.url },
    maxConcurrency: 3,
  });
  expect(customers).toHaveLength(6);
  const campaign = await ended(id);
  const contacts = await contactsOf(id);
  expect(contacts.map(({ outcome }) => outcome)).toEqual(Object.values(OUTCOMES));
  expect(contacts.every(({ attempts, status }) => attempts === 1 && status === "completed")).toBe(true);
  expect(contacts[0]).toMatchObject({ name: "Ada", variables: { city: "=Bonn" }, log: [{ what: "called" }, { what: "ended" }] });
  expect(campaign).toMatchObject({
    callsCounterScheduled: 0,
    callsCounterQueued: 0,
    callsCounterInProgress: 0,
    callsCounterEnded: 6,
    callsCounterEndedVoicemail: 1,
    dialed: 6,
    retrying: 0,
    contactCounters: { completed: 6, pending: 0 },
    outcomeCounters: { answered: 2, voicemail: 1, busy: 1, noAnswer: 1, declined: 1 },
  });
  expect(Object.keys(campaign.calls).sort()).toEqual(contacts.map(({ callId }) => callId).sort());
  const { body: hours } = await client.json<CampaignHour[]>("GET", `/campaign/${id}/hours?timeZone=UTC`);
  // At the full hour, the calls are in two of them.
  expect(hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(6);
  expect(hours.reduce((sum, { answered }) => sum + answered, 0)).toBe(2);
  const spec = pool.specs.find(({ callId }) => callId === contacts[0]?.callId);
  expect(spec).toMatchObject({ customer: { name: "Ada" }, variableValues: { city: "=Bonn" } });
  await expect.poll(() => receiver.types().filter((type) => type === "campaign.ended")).toHaveLength(1);
  const heard = heardOf(id);
  expect(heard[0]).toBe("campaign.started");
  expect(heard.at(-1)).toBe("campaign.ended");
  for (const type of ["contact.dispatched", "contact.completed"]) expect(heard.filter((each) => each === type)).toHaveLength(6);
  const report = await (await client.fetch(`/campaign/${id}/report`)).text();
  const [head, ada, ...rest] = report.trimEnd().split("\r\n");
  expect(head).toBe(
    "row,number,name,status,outcome,reason,attempts,lastCalledAt,callIds,cost,duration,success,summary,variables.city",
  );
  // A number is no formula of a spreadsheet, and neither is a city.
  expect(ada).toContain(csvRow(["+12025550101", "Ada", "completed", "answered"]).trimEnd());
  expect(ada).toMatch(/,'=Bonn$/);
  expect(rest).toHaveLength(5);
});

test("an outcome of the retry plan is tried again, and the row ends with the last one", { tags: "long" }, async () => {
  const retryPlan = { outcomes: ["busy"], maxRetries: 2, delayMinutes: 0 };
  const { id } = await create({ customers: customersTo(103, 101), retryPlan });
  expect(await ended(id)).toMatchObject({ dialed: 4, outcomeCounters: { busy: 1, answered: 1 } });
  expect((await contactsOf(id)).map(({ attempts }) => attempts)).toEqual([3, 1]);
});

test("it waits while paused, and pauses when its number cannot call or its budget is spent", { tags: "long" }, async () => {
  const { id } = await create({ customers: customersTo(101), paused: true });
  await step(id, "pause");
  expect(await get(id)).toMatchObject({ status: "scheduled", paused: true, callsCounterScheduled: 1 });
  await step(id, "resume");
  await ended(id);
  const stored = { provider: "twilio", number: "+14155550123", twilioAccountSid: "AC1" };
  const { body: twilio } = await client.json<PhoneNumber>("POST", "/phone-number", stored);
  const other = await create({ customers: customersTo(101), phoneNumberId: twilio.id });
  await until(other.id, { status: "scheduled", paused: true, pauseReason: expect.stringContaining("twilioAuthToken") });
  expect((await step(other.id, "resume")).status).toBe(400);
  const dear = await create({ customers: customersTo(101, 103), maxConcurrency: 1, maxCost: 0 });
  await until(dear.id, {
    status: "in-progress",
    paused: true,
    pauseReason: expect.stringContaining("Raise the limit"),
    dialed: 1,
  });
  await patch(dear.id, { maxCost: 10, paused: false });
  expect(await ended(dear.id)).not.toHaveProperty("pauseReason");
});

test("it begins and ends by its schedule, and contacts after its end were not called", { tags: "long" }, async () => {
  const schedulePlan = { earliestAt: new Date(now().getTime() + 60_000).toISOString() };
  const latestAt = new Date(now().getTime() + 120_000).toISOString();
  const waiting = await create({ customers: customersTo(101), schedulePlan });
  const late = await create({ customers: customersTo(101), schedulePlan: { ...schedulePlan, latestAt }, paused: true });
  expect(waiting.status).toBe("scheduled");
  skewMs += 180_000;
  await ended(waiting.id);
  await step(late.id, "resume");
  expect(await ended(late.id)).toMatchObject({ dialed: 0, outcomeCounters: { tooLate: 1 } });
});

test("canceled, it calls nobody else; its outcomes can be called again; archived, it rests", { tags: "long" }, async () => {
  const { id } = await create({ customers: customersTo(104, 103), maxConcurrency: 1, server: { url: receiver.url } });
  await until(id, { dialed: 1 });
  expect((await patch(id, { country: "FR", name: "Summer" })).body).toMatchObject({ code: "campaign-running" });
  expect((await patch(id, { status: "archived" })).body).toMatchObject({ code: "campaign-running" });
  expect((await patch(id, { name: "Summer", status: "cancelled" })).body).toMatchObject({
    name: "Summer",
    status: "cancelled",
    endedReason: "campaign.in-progress.ended-by-user",
  });
  // The running call continues to its end.
  await until(id, { outcomeCounters: { noAnswer: 1, canceled: 1 } });
  expect((await step(id, "redial", { outcomes: ["busy"] })).status).toBe(400);
  await step(id, "redial", { outcomes: ["canceled"] });
  expect(await ended(id)).toMatchObject({ outcomeCounters: { noAnswer: 1, busy: 1 }, dialed: 2 });
  await patch(id, { status: "archived" });
  expect((await step(id, "redial", { outcomes: ["busy"] })).body).toMatchObject({ code: "campaign-over" });
  expect((await step(id, "unarchive")).body).toMatchObject({ status: "ended" });
  const steps = ["campaign.started", "campaign.cancelled", "campaign.job.continued", "campaign.ended"];
  await expect
    .poll(() => heardOf(id).filter((type) => type.startsWith("campaign.")))
    .toEqual([...steps, "campaign.archived", "campaign.unarchived"]);
  const copy = await create({ duplicateFromCampaignId: id, paused: true, name: "Copy" });
  expect(copy).toMatchObject({
    status: "scheduled",
    contactCounters: { pending: 2, completed: 0 },
    customers: customersTo(104, 103),
  });
});

test("the report has what the last call of a person came to", async () => {
  const { id } = await create({ customers: customersTo(101) });
  await ended(id);
  const [contact] = await contactsOf(id);
  const { db } = server.context;
  const analysis = { summary: "Ada wants a table.", successEvaluation: "true" };
  const artifact = { structuredOutputs: { "an-id": { name: "Guests", result: 4 } } };
  const startedAt = new Date("2026-11-30T10:00:00Z");
  await db
    .update(call)
    .set({
      startedAt,
      endedAt: new Date(startedAt.getTime() + 61_500),
      details: sql`${call.details} || ${JSON.stringify({ analysis, artifact })}::jsonb`,
    })
    .where(eq(call.id, contact?.callId ?? ""));
  const bytes = Buffer.from(await (await client.fetch(`/campaign/${id}/report`)).arrayBuffer());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from("\u{feff}"));
  const [head, row] = bytes.toString().trimEnd().split("\r\n");
  expect(head).toMatch(/,cost,duration,success,summary,outputs\.Guests$/);
  expect(row).toMatch(/,61\.5,true,Ada wants a table\.,4$/);
});

test("rows of a table are stored but for those with mistakes, which are named", async () => {
  const { id } = await create({ paused: true, country: "DE", assistantId: undefined, phoneNumberId: undefined });
  const upload = (contacts: object[]) => client.json<ContactUpload>("POST", `/campaign/${id}/contact`, { contacts });
  const { body } = await upload([
    { row: 2, number: "030 901820", name: "Ada", variables: { city: "Bonn" } },
    { row: 3, number: "+49 30 90 18 20" },
    { row: 4, number: "123" },
    { row: 5, number: "" },
    { row: 6, number: "202 555 0101", country: "US", timeZone: "America/New_York" },
    { row: 7, number: "+12025550102", timeZone: "Mars" },
    { row: 8, number: "+12025550103", name: "N".repeat(41) },
  ]);
  expect(body).toEqual({
    added: 2,
    errors: [
      { row: 3, number: "+49 30 90 18 20", field: "number", reason: "is already in the list, at place 1", isDuplicate: true },
      { row: 4, number: "123", field: "number", reason: expect.any(String) },
      { row: 5, number: "", field: "number", reason: "is required" },
      { row: 7, number: "+12025550102", field: "timeZone", value: "Mars", reason: expect.stringContaining("Europe/Berlin") },
      {
        row: 8,
        number: "+12025550103",
        name: "N".repeat(41),
        field: "name",
        value: "N".repeat(41),
        reason: "must have at most 40 characters",
      },
    ],
    causes: [
      { field: "number", reason: "is already in the list", rows: 1 },
      { field: "number", reason: expect.any(String), rows: 1 },
      { field: "number", reason: "is required", rows: 1 },
      { field: "timeZone", reason: expect.stringContaining("Europe/Berlin"), rows: 1 },
      { field: "name", reason: "must have at most 40 characters", rows: 1 },
    ],
  });
  expect(await contactsOf(id)).toMatchObject([
    { position: 1, number: "+4930901820", name: "Ada", variables: { city: "Bonn" } },
    { position: 2, number: "+12025550101", timeZones: ["America/New_York"] },
  ]);
  expect((await step(id, "resume")).body).toMatchObject({ code: "validation-failed" });
  expect((await client.json<Campaign>("POST", "/campaign", { name: "None", customers: [] })).status).toBe(400);
});

test("countries are understood by their names, and a cell that is too long costs its row alone", async () => {
  const { id } = await create({ paused: true, assistantId: undefined, phoneNumberId: undefined });
  const named = ["United States", "USA", "us", "Vereinigte Staaten"];
  const good = named.map((country, index) => ({ row: index + 2, number: `202 555 010${index}`, country }));
  const wrong = Array.from({ length: 150 }, (_, index) => ({
    row: index + 10,
    number: "202 555 0199",
    name: `Person ${index}`,
    country: "Atlantis",
  }));
  const long = {
    row: 500,
    number: "2".repeat(32_000),
    name: "Ada",
    country: "Germany".repeat(100),
    variables: { note: "x".repeat(32_000) },
  };
  const { status, body } = await client.json<ContactUpload>("POST", `/campaign/${id}/contact`, {
    contacts: [...good, ...wrong, long],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({ added: 4, causes: [{ field: "country", rows: 151 }] });
  expect(body.errors).toHaveLength(151);
  expect(body.errors[0]).toEqual({
    row: 10,
    number: "202 555 0199",
    name: "Person 0",
    field: "country",
    value: "Atlantis",
    reason: "must be the name of a country, or its code, such as DE",
  });
  expect(body.errors.at(-1)?.number).toHaveLength(100);
  expect((await contactsOf(id)).map(({ number: each }) => each)).toEqual(good.map((_, index) => `+1202555010${index}`));
});

test("before the start, it says what will happen", async () => {
  await client.json("POST", "/do-not-call", { numbers: ["+12025550190"] });
  const { id } = await create({
    paused: true,
    schedulePlan: { earliestAt: "2999-01-07T10:00:00Z" },
    timeWindow: { from: "09:00", until: "18:00" },
    retryPlan: { outcomes: ["busy"], maxRetries: 2 },
    maxCost: 5,
  });
  const row = (number: string, timeZone?: string) => ({ number, ...(timeZone !== undefined && { timeZone }) });
  const contacts = [
    row("+12025550190", "UTC"),
    row("+12025550191", "UTC"),
    row("+12025550192", "UTC"),
    row("+12025550193", "America/New_York"),
    // Its country has time zones that are never open together.
    row("+79161234567"),
  ];
  const checked = [...contacts, { row: 9, number: "030 1" }, { row: 10, number: "+491", country: "DE" }];
  const { body: read } = await client.json<{ contacts: CheckedContact[] }>("POST", `/campaign/${id}/contact/check`, {
    contacts: checked,
  });
  expect(read.contacts.map(({ number: found }) => found)).toEqual([...contacts.map((each) => each.number), undefined, undefined]);
  expect(read.contacts.filter(({ isOnDoNotCallList }) => isOnDoNotCallList)).toHaveLength(1);
  expect(read.contacts.slice(-2)).toMatchObject([
    { row: 9, problem: { field: "number", lacksCountry: true } },
    { row: 10, problem: { field: "number", reason: expect.stringContaining("digits") } },
  ]);
  expect((await contactsOf(id)).length).toBe(0);
  expect((await client.json<ContactUpload>("POST", `/campaign/${id}/contact`, { contacts })).body.errors).toEqual([]);
  const { body } = await client.json<CampaignPreview>("GET", `/campaign/${id}/preview`);
  expect(body).toEqual({
    people: 5,
    doNotCall: 1,
    atOnce: 2,
    later: 1,
    opensAt: "2999-01-07T14:00:00.000Z",
    openings: [{ at: "2999-01-07T14:00:00.000Z", people: 1, timeZones: [expect.any(String)] }],
    never: 1,
    startsAt: "2999-01-07T10:00:00.000Z",
    maxCalls: 9,
    agent: { kind: "assistant", name: expect.any(String), version: 1 },
    recording: "on",
    minute: { usd: 0, unknown: [] },
    numbers: [number.number],
    // The built-in model, an offline voice and a simulated number.
    isPriced: false,
  });
  const assistantOverrides = { model: { provider: "openai", model: "gpt-4.1-mini" } };
  const priced = await create({ paused: true, customers: customersTo(101), maxCost: 5, assistantOverrides });
  expect((await client.json<CampaignPreview>("GET", `/campaign/${priced.id}/preview`)).body).toMatchObject({
    isPriced: true,
    atOnce: 1,
  });
});

test("some are not called: by the list, by the server's answer, or because their window never opens", async () => {
  await client.json("POST", "/do-not-call", { numbers: ["+12025550102"] });
  const refused = await client.json<ErrorBody>("POST", "/call", {
    assistantId,
    phoneNumberId: number.id,
    customer: customersTo(102)[0],
  });
  expect(refused).toMatchObject({ status: 400, body: { message: [expect.stringContaining("do-not-call")] } });
  receiver.answerWith(({ message }, response) => {
    const { number: asked } = (message.contact ?? {}) as { number?: string };
    if (message.type !== "campaign.predial") response.end("ok");
    else if (asked === "+12025550106") response.writeHead(500).end();
    else if (asked === "+12025550101") response.end(JSON.stringify({ messageResponse: { eligible: true } }));
    else response.end(JSON.stringify({ eligible: asked !== "+12025550105" }));
  });
  const predialPlan = { enabled: true };
  const asked = await create({ customers: customersTo(101, 102, 105, 106), server: { url: receiver.url }, predialPlan });
  expect(await ended(asked.id)).toMatchObject({
    dialed: 1,
    outcomeCounters: { answered: 1, doNotCall: 1, notEligible: 1, predialFailed: 1 },
    contactCounters: { completed: 1, skipped: 2, predialFailed: 1 },
  });
  const contacts = () => heardOf(asked.id).filter((type) => type.startsWith("contact."));
  await expect
    .poll(() => contacts().sort())
    .toEqual(["contact.completed", "contact.dispatched", "contact.predial-failed", "contact.skipped", "contact.skipped"]);
  const [listed] = (await client.json<{ results: { id: string }[] }>("GET", "/do-not-call")).body.results;
  expect((await client.fetch(`/do-not-call/${listed?.id}`, { method: "DELETE" })).status).toBe(200);
  const shut = await create({ customers: customersTo(101), timeWindow: { from: "09:00", until: "09:01" } });
  expect(await ended(shut.id)).toMatchObject({ dialed: 0, outcomeCounters: { outsideWindow: 1 } });
});

test("limits of the campaign and of each number hold, and organizations take turns", { tags: "long" }, async () => {
  const second = (await client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated", ringSeconds: 1 })).body;
  const dialPlan = [
    { phoneNumberId: number.id, customers: customersTo(104, 103) },
    { phoneNumberId: second.id, customers: customersTo(101, 102) },
  ];
  const { id } = await create({ phoneNumberId: undefined, dialPlan, numberConcurrency: 1 });
  let most = 0;
  await expect
    .poll(
      async () => {
        // A contact counts as dispatched until the end of its call is noticed, so contacts do not show the limit.
        const { body: calls } = await client.json<Call[]>("GET", "/call");
        const open = calls.filter(({ campaignId, status }) => campaignId === id && status !== "ended");
        for (const each of [number, second])
          most = Math.max(most, open.filter(({ phoneNumberId }) => phoneNumberId === each.id).length);
        return (await get(id)).status;
      },
      { interval: 5, timeout: 20_000 },
    )
    .toBe("ended");
  expect(most).toBe(1);
  expect((await get(id)).dialPlan).toMatchObject(dialPlan);
  // The other organization's three contacts do not wait for the hundred earlier ones.
  const others = await server.signUp();
  const theirs = await ready(others);
  const many = await create({ customers: strangers(100), maxConcurrency: 4 });
  const few = { name: "Few", assistantId: theirs.assistantId, phoneNumberId: theirs.number.id, customers: strangers(3) };
  const { body: small } = await others.json<Campaign>("POST", "/campaign", few);
  const status = async () => (await others.json<Campaign>("GET", `/campaign/${small.id}`)).body.status;
  await expect.poll(status, { timeout: 20_000 }).toBe("ended");
  expect((await get(many.id)).status).toBe("in-progress");
  await patch(many.id, { status: "cancelled" });
});

test("a rehearsal calls three contacts before the start, who all answer, and counts as no call of the campaign", async () => {
  const { id } = await create({ customers: strangers(10), paused: true });
  const { body } = await step(id, "rehearsal");
  expect(body.rehearsal?.calls).toHaveLength(3);
  expect(body).toMatchObject({ status: "scheduled", dialed: 0, contactCounters: { pending: 10 } });
  const callIds = body.rehearsal?.calls.map(({ callId }) => callId) ?? [];
  await expect.poll(() => callIds.every((callId) => pool.scripts.some((each) => each.callId === callId))).toBe(true);
  expect(callIds.map((callId) => pool.scripts.find((each) => each.callId === callId)?.script)).toEqual(
    callIds.map(() => expect.not.arrayContaining([expect.objectContaining({ do: "beep" })])),
  );
});

test("another organization sees and does nothing", async () => {
  const { id } = await create({ customers: customersTo(101), paused: true });
  const stranger = await server.signUp();
  for (const path of ["", "/contact", "/report"]) expect((await stranger.fetch(`/campaign/${id}${path}`)).status).toBe(404);
  for (const name of ["pause", "resume", "rehearsal", "unarchive"])
    expect((await stranger.fetch(`/campaign/${id}/${name}`, { method: "POST" })).status).toBe(404);
  expect((await stranger.fetch(`/campaign/${id}/contact`, { method: "DELETE" })).status).toBe(404);
  expect(await get(id)).toMatchObject({ contactCounters: { pending: 1 } });
});

test.each([
  "2027-01-01T00:00:00+23:00",
  "2027-01-01T00:00:00-16:00",
  "0000-06-01T00:00:00Z",
  `2027-01-01T00:00:00.${"0".repeat(200)}Z`,
])("a time that could not be searched for is refused: %s", async (earliestAt) => {
  const plan = { name: "Spring", assistantId, phoneNumberId: number.id };
  const { status, body } = await client.json<ErrorBody>("POST", "/campaign", { ...plan, schedulePlan: { earliestAt } });
  expect(status).toBe(400);
  expect(body.message).toEqual([expect.stringContaining("schedulePlan.earliestAt must be a time after the year 0")]);
});

test.each(["2027-01-01T00:00:00+15:59", "2027-01-01T00:00:00.123456789-12:00", "9999-12-31T23:59:59-15:59"])(
  "a time is kept as it was sent, and searched: %s",
  async (earliestAt) => {
    const { id, schedulePlan } = await create({ schedulePlan: { earliestAt } });
    expect(schedulePlan?.earliestAt).toBe(earliestAt);
    const { results } = (await client.json<{ results: Campaign[] }>("GET", "/campaign?status=scheduled")).body;
    expect(results.map((each) => each.id)).toContain(id);
  },
);

test("a server that does not answer whether its campaign's contacts may be called delays no other campaign", async () => {
  const silent: (() => void)[] = [];
  const askedBefore = receiver.types().filter((type) => type === "campaign.predial").length;
  receiver.answerWith(({ message: { type } }, response) => {
    if (type === "campaign.predial") silent.push(() => response.end(JSON.stringify({ eligible: true })));
    else response.end();
  });
  const server = { url: receiver.url, timeoutSeconds: 300 };
  const held = await create({ customers: strangers(12), predialPlan: { enabled: true }, server });
  await expect.poll(() => silent.length, { timeout: 20_000 }).toBe(8);
  const other = await create({ customers: customersTo(103, 103, 103) });
  await ended(other.id);
  expect(await get(held.id)).toMatchObject({ status: "in-progress", contactCounters: { pending: 12 } });
  // The server is asked once about each contact, which is called after the answer.
  receiver.answerWith((_received, response) => response.end(JSON.stringify({ eligible: true })));
  for (const answer of silent) answer();
  const { contactCounters } = await until(held.id, { dialed: 12 });
  expect(contactCounters?.pending).toBe(0);
  expect(receiver.types().filter((type) => type === "campaign.predial").length - askedBefore).toBe(12);
});
