import { randomUUID } from "node:crypto";
import {
  type Assistant,
  type Call,
  type CallBatch,
  type CallPreview,
  type ErrorBody,
  HANDSET_NUMBER,
  HANDSET_NUMBERS,
  type HandsetCall,
  type HandsetSound,
  type PhoneNumber,
} from "@callwright/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { fakeOffer } from "../runtime/testing/fake-call-host-pool.ts";

let setup: CallServer;
let simulated: PhoneNumber;
let twilio: PhoneNumber;
let hosted: PhoneNumber;
beforeAll(async () => {
  setup = await startCallServer({ orgConcurrentCalls: 1000 });
  simulated = (await setup.client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated" })).body;
  const stored = { provider: "twilio", number: "+14155550123", twilioAccountSid: "AC1" };
  twilio = (await setup.client.json<PhoneNumber>("POST", "/phone-number", stored)).body;
  hosted = (await setup.client.json<PhoneNumber>("POST", "/phone-number", { provider: "vapi", sipUri: "sip:a@b.c" })).body;
});
afterAll(() => setup.server.close());

const customer = { number: "+14155550123" };
const overSocket = (format: string, sampleRate: number) => ({ provider: "vapi.websocket", audioFormat: { format, sampleRate } });
const missing = randomUUID();
const simulatedOnly = expect.stringContaining("provider 'simulated'");

test.each([
  [{}, 400, "target-missing", undefined],
  [{ assistantId: missing, customer }, 400, "reference-missing", undefined],
  [{ assistant: {}, phoneNumberId: missing, customer }, 400, "reference-missing", undefined],
  [{ assistant: {}, squadId: missing, customer }, 400, "validation-failed", undefined],
  [{ assistant: {} }, 400, "validation-failed", "customer is required"],
  [{ assistant: {}, customer, customers: [customer] }, 400, "validation-failed", undefined],
  [{ assistant: {}, customer: { number: "555" } }, 400, "validation-failed", undefined],
  [{ assistant: {}, customer }, 400, "validation-failed", "phoneNumberId is required"],
  [{ assistant: {}, customer: { ...customer, extension: "12x" } }, 400, "validation-failed", "customer.extension must have keys"],
  [{ assistant: {}, customers: [{ ...customer, extension: "ww" }] }, 400, "validation-failed", "customers.0.extension must have"],
  [{ assistant: {}, customer, transport: { provider: "twilio" } }, 400, "validation-failed", "transport"],
  [{ assistant: {}, customer, transport: { provider: "vapi.sip" } }, 400, "validation-failed", "phoneNumberId is required"],
  [{ assistant: {}, customer, transport: { provider: "daily" } }, 400, "validation-failed", "customer must not be set"],
  [
    { assistant: {}, transport: { provider: "daily", callUrl: "https://a.daily.co/b" } },
    400,
    "validation-failed",
    "transport.callUrl",
  ],
  [{ assistant: {}, customer, transport: { provider: "vapi.websocket" } }, 400, "validation-failed", "customer must not be set"],
  [{ assistant: {}, transport: overSocket("mulaw", 16_000) }, 400, "validation-failed", "transport.audioFormat.sampleRate"],
  [{ assistant: {}, transport: overSocket("pcm_s16le", 44_100) }, 400, "validation-failed", "transport.audioFormat.sampleRate"],
])("a call by phone with %j: %i %s, and no call is stored", async (body, status, code, problem) => {
  const before = (await setup.client.json<Call[]>("GET", "/call")).body.length;
  for (const path of ["/call", "/call/phone"]) {
    const answer = await setup.client.json<ErrorBody>("POST", path, body);
    expect(answer).toMatchObject({ status, body: { code } });
    if (problem !== undefined) expect(JSON.stringify(answer.body)).toContain(problem);
  }
  expect((await setup.client.json<Call[]>("GET", "/call")).body).toHaveLength(before);
});

test("a call with another number than one of a SIP trunk has no transport of its own", async () => {
  const transport = { provider: "vapi.sip", dialTimeout: 5 };
  const body = { assistant: {}, customer, phoneNumberId: simulated.id, transport };
  const problem = "transport must not be set: the calling number has its own. Remove 'vapi.sip'";
  expect(await setup.client.json("POST", "/call", body)).toMatchObject({ status: 400, body: { message: [problem] } });
});

test("a call over 'daily' is a web call in a room of this server, to which the caller may come back", async () => {
  for (const roomDeleteOnUserLeaveEnabled of [true, false]) {
    const transport = { provider: "daily", roomDeleteOnUserLeaveEnabled };
    const body = { assistant: { name: "Riley" }, name: "Demo", transport };
    const { status, body: call } = await setup.client.json<Call & { webCallUrl: string }>("POST", "/call", body);
    expect({ status, call }).toMatchObject({ status: 201, call: { type: "webCall", name: "Demo" } });
    expect(call.webCallUrl).toMatch(new RegExp(`^${setup.server.url}/call/${call.id}/room\\?`));
    expect(call.transport).toMatchObject({ provider: "callwright", callUrl: call.webCallUrl });
    expect(setup.pool.specs.at(-1)).toMatchObject({ callId: call.id, callerMayReturn: !roomDeleteOnUserLeaveEnabled });
    await setup.client.json("POST", `/call/${call.id}/end`);
  }
});

test("an assistant of another organization is as absent as none", async () => {
  const other = await setup.server.signUp();
  const { id } = (await other.json<Assistant>("POST", "/assistant", { name: "Theirs" })).body;
  const answer = await setup.client.json<ErrorBody>("POST", "/call", { assistantId: id, customer });
  expect(answer).toMatchObject({ status: 400, body: { code: "reference-missing" } });
});

describe("simulated numbers", () => {
  test("get a number of their own, keep it, and can call; others that cannot say why", async () => {
    const { client } = setup;
    const second = (await client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated" })).body;
    expect(simulated.number).toMatch(/^\+12025550\d{3}$/);
    expect(second.number).not.toBe(simulated.number);
    const emptied = await client.json<ErrorBody>("PATCH", `/phone-number/${second.id}`, { number: null });
    expect(emptied).toMatchObject({ status: 400, body: { code: "validation-failed" } });
    expect(simulated.warnings).toBeUndefined();
    expect(twilio.warnings).toBeUndefined();
    const refused = await client.json<ErrorBody>("POST", "/call", { assistant: {}, customer, phoneNumberId: twilio.id });
    expect(refused).toMatchObject({ status: 400, body: { message: [expect.stringContaining("twilioAuthToken")] } });
    const { id: phoneNumberId } = hosted;
    const elsewhere = await client.json<ErrorBody>("POST", "/call", { assistant: {}, customer, phoneNumberId });
    expect(elsewhere).toMatchObject({ status: 400, body: { message: [simulatedOnly] } });
  });

  test("call a busy line, a person who answers, and several customers, one without a number, one with an extension that no SIP address has", async () => {
    const { client, pool } = setup;
    const dial = async (body: object) =>
      (await client.json<Call & CallBatch>("POST", "/call", { assistant: {}, phoneNumberId: simulated.id, ...body })).body;
    const busy = await dial({ customer: { number: "+12025550103", name: "Ada" } });
    expect(busy).toMatchObject({
      type: "outboundPhoneCall",
      status: "queued",
      phoneCallProvider: "vapi",
      phoneNumberId: simulated.id,
      customer: { number: "+12025550103", name: "Ada" },
    });
    await until(busy.id, { status: "ended", endedReason: "customer-busy" });
    const bySip = { sipUri: "sip:ada@pbx.example.com", extension: "12" };
    const { results = [], errors } = await dial({
      customers: [{ number: "+12025550101", extension: "w12#" }, { name: "Nobody" }, bySip],
    });
    expect(errors).toMatchObject([
      { customer: { name: "Nobody" }, error: expect.stringContaining("customer.number") },
      { customer: bySip, error: expect.stringContaining("customer.extension must not be set together with customer.sipUri") },
    ]);
    const id = results[0]?.id ?? "";
    await until(id, { status: "ringing", ringingAt: expect.any(String) });
    await expect.poll(() => pool.scripts.some(({ callId }) => callId === id)).toBe(true);
    expect(pool.specs.find((spec) => spec.callId === id)).toMatchObject({
      callType: "outboundPhoneCall",
      customer: { number: "+12025550101", extension: "w12#" },
      phoneNumber: { number: simulated.number },
    });
    pool.join(id);
    await until(id, { status: "in-progress", ringingAt: expect.any(String) });
    pool.hangUp(id);
    await until(id, { status: "ended", endedReason: "customer-ended-call" });
  });
});

test("a call is previewed without being made, with the reason for which it would be refused", async () => {
  const { client } = setup;
  const { id: assistantId } = (await client.json<Assistant>("POST", "/assistant", { name: "Riley" })).body;
  await client.json("POST", "/do-not-call", { numbers: ["+12025550105"] });
  const previewOf = async (phoneNumberId: string, number: string, target: object = { assistantId }) =>
    (await client.json<CallPreview>("POST", "/call/preview", { phoneNumberId, customer: { number }, ...target })).body;
  // The calling number's country is that of numbers without a country code.
  const preview = await previewOf(simulated.id, "(202) 555-0106");
  expect(preview).toMatchObject({
    number: "+12025550106",
    country: "US",
    timeZones: expect.arrayContaining(["America/New_York"]),
    agent: { kind: "assistant", name: "Riley", version: 1 },
    minute: { usd: 0, unknown: [] },
    maxSeconds: 600,
    recording: "on",
    isOnDoNotCallList: false,
    running: { limit: 1000 },
  });
  expect(preview).not.toHaveProperty("problem");
  const problems = [
    (await previewOf(simulated.id, "12")).problem,
    (await previewOf(simulated.id, "+12025550105")).problem,
    (await previewOf(twilio.id, "+14155550123")).problem,
    (await previewOf(simulated.id, "+12025550106", {})).problem,
  ];
  const told = ["digits", "do-not-call list", "twilioAuthToken", "Assistant or Squad"].map((words) =>
    expect.stringContaining(words),
  );
  expect(problems).toEqual(told);
  expect((await client.json<Call[]>("GET", "/call")).body.some(({ assistantId: by }) => by === assistantId)).toBe(false);
});

describe("the Handset", () => {
  const ringing = async (as = setup.client) => (await as.json<HandsetCall[]>("GET", "/phone-number/handset/call")).body;
  const sdp = fakeOffer();

  async function callHandset(): Promise<string> {
    const body = { assistant: { name: "Riley" }, phoneNumberId: simulated.id, customer: { number: HANDSET_NUMBER } };
    const { id } = (await setup.client.json<Call>("POST", "/call", body)).body;
    await until(id, { status: "ringing" });
    return id;
  }

  test("rings, is answered once, and hangs up; another organization sees nothing of it", async () => {
    const { client, pool } = setup;
    const id = await callHandset();
    expect(await ringing()).toMatchObject([{ id, from: simulated.number, name: "Riley" }]);
    const stranger = await setup.server.signUp();
    expect(await ringing(stranger)).toEqual([]);
    const answerPath = `/call/${id}/handset/answer`;
    expect(await stranger.json("POST", answerPath, { sdp })).toMatchObject({ status: 404 });
    expect(await client.json("POST", answerPath, { sdp: "v=0" })).toMatchObject({ status: 400 });
    expect(await client.json<HandsetSound>("POST", answerPath, { sdp })).toMatchObject({ status: 200, body: { callId: id } });
    expect(await client.json("POST", answerPath, { sdp })).toMatchObject({ status: 409 });
    expect(await ringing()).toMatchObject([{ id, isAnswered: true }]);
    pool.join(id);
    expect((await post(`/call/${id}/handset/hang-up`)).status).toBe(200);
    await until(id, { status: "ended", endedReason: "customer-ended-call" });
  });

  test.each([
    ["busy", { endedReason: "customer-busy" }],
    ["declined", { endedReason: "customer-busy", endedMessage: "The customer declined the call." }],
  ])("is %s", async (why, expected) => {
    const id = await callHandset();
    const refuse = async () => (await post(`/call/${id}/handset/refuse`, { why })).status;
    expect(await refuse()).toBe(200);
    await until(id, { status: "ended", ...expected });
    expect(await refuse()).toBe(404);
  });

  test("stops ringing when the call is canceled", async () => {
    const id = await callHandset();
    await setup.client.json("POST", `/call/${id}/end`);
    await expect.poll(() => ringing()).toEqual([]);
    await until(id, { status: "ended", endedReason: "manually-canceled" });
  });

  test("has a second telephone, to which a call is transferred and comes back from", async () => {
    const { client, pool } = setup;
    const id = await callHandset();
    await client.json("POST", `/call/${id}/handset/answer`, { sdp });
    pool.join(id);
    await until(id, { status: "in-progress" });
    const destination = { type: "number" as const, number: HANDSET_NUMBERS[1], message: "" };
    pool.happen(id, "keys.sent", { keys: "1w2" });
    pool.dial(id, { destination, ringSeconds: 20 });
    await until(id, { status: "forwarding", destination: { number: HANDSET_NUMBERS[1] } });
    expect(await ringing()).toMatchObject([
      { id, line: 1, keys: "12" },
      { id, line: 2, isAnswered: false },
    ]);
    expect(await client.json("POST", `/call/${id}/handset/answer`, { sdp })).toMatchObject({ status: 200 });
    expect((await post(`/call/${id}/handset/hang-up`, { line: 2 })).status).toBe(200);
    const failed = { state: "failed" as const, destination, why: "hung-up" as const };
    pool.happen(id, "transfer", failed);
    await until(id, { status: "in-progress" });
    expect(pool.operatorsGone).toMatchObject([{ callId: id, why: "hung-up" }]);
    // The host gives up before anybody answers.
    pool.dial(id, { destination, ringSeconds: 20 });
    await until(id, { status: "forwarding" });
    pool.hangUpOperator(id);
    pool.happen(id, "transfer", failed);
    await until(id, { status: "in-progress" });
    expect(await ringing()).toMatchObject([{ id, line: 1 }]);
    // The call ends while the second telephone rings.
    pool.dial(id, { destination, ringSeconds: 20 });
    await until(id, { status: "forwarding" });
    pool.end(id, "customer-ended-call-during-transfer");
    await until(id, { status: "ended" });
    await expect.poll(() => ringing()).toEqual([]);
  });

  test("calls a number: nobody answers it, then its assistant does", async () => {
    const { client, pool } = setup;
    const number = (await client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated" })).body;
    const dial = () =>
      client.json<HandsetSound & ErrorBody>("POST", "/phone-number/handset/dial", { phoneNumberId: number.id, sdp });
    expect(await dial()).toMatchObject({ status: 400, body: { message: [expect.stringContaining("nobody answers")] } });
    const assistant = (await client.json<Assistant>("POST", "/assistant", { name: "Riley" })).body;
    await client.json("PATCH", `/phone-number/${number.id}`, { assistantId: assistant.id });
    const { status, body } = await dial();
    expect(status).toBe(201);
    await until(body.callId, { type: "inboundPhoneCall", customer: { number: HANDSET_NUMBER }, phoneNumberId: number.id });
    expect(pool.specs.at(-1)).toMatchObject({ callType: "inboundPhoneCall" });
    pool.join(body.callId);
    pool.end(body.callId, "assistant-ended-call");
    await until(body.callId, { status: "ended", endedReason: "assistant-ended-call" });
  });

  test("does not call a number that is not simulated", async () => {
    const answer = await setup.client.json<ErrorBody>("POST", "/phone-number/handset/dial", { phoneNumberId: twilio.id, sdp });
    expect(answer).toMatchObject({ status: 400, body: { message: [simulatedOnly] } });
  });
});

/** Posts to a route that answers without a body. */
function post(path: string, body: object = {}) {
  const headers = { "content-type": "application/json" };
  return setup.client.fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function until(id: string, expected: object): Promise<void> {
  await expect.poll(async () => (await setup.client.json<Call>("GET", `/call/${id}`)).body).toMatchObject(expected);
}

test("several calls are deleted at once, all or none", async () => {
  const [first, second] = [await setup.endedCall(), await setup.endedCall()];
  const running = await setup.createCall();
  const { client } = setup;
  const remove = (ids: string[]) => client.json<ErrorBody & Call>("DELETE", `/call/${missing}`, { ids });
  expect(await remove([first.id, running.id])).toMatchObject({ status: 409, body: { code: "call-in-progress" } });
  expect(await remove([first.id, missing])).toMatchObject({ status: 404 });
  expect((await client.fetch(`/call/${first.id}`)).status).toBe(200);
  expect(await remove([second.id.toUpperCase(), first.id])).toMatchObject({ status: 200, body: { id: second.id } });
  for (const { id } of [first, second]) expect((await client.fetch(`/call/${id}`)).status).toBe(404);
});

test("another organization deletes nothing with ids in a body", async () => {
  const { id } = await setup.endedCall();
  const stranger = await setup.server.signUp();
  expect((await stranger.json("DELETE", `/call/${missing}`, { ids: [id] })).status).toBe(404);
  expect((await setup.client.fetch(`/call/${id}`)).status).toBe(200);
});
