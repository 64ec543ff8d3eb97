import type { Assistant, Call, ErrorBody, PhoneNumber, PhoneNumberSetup, Token } from "@callwright/contract";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FakeTwilio, startFakeTwilio } from "../../telephony/testing/fake-twilio.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { call as callTable } from "../tables.ts";

const ORIGIN = "https://voice.example.com";
let setup: CallServer;
let fake: FakeTwilio;
let number: PhoneNumber;

beforeAll(async () => {
  let local = "";
  fake = await startFakeTwilio({
    phoneNumber: "+14155550123",
    farEnds: { "+14155550101": "is picked up", "+14155550103": "is busy" },
    reach: (url) => url.replace("voice.example.com", local).replace(/^(http|ws)s/, "$1"),
  });
  const phone = { nodeUrl: ORIGIN, twilioBaseUrl: fake.url, phoneNumberCallsPerMinute: 8 };
  setup = await startCallServer({ orgConcurrentCalls: 1000, ...phone });
  local = `127.0.0.1:${setup.server.port}`;
  const { id: assistantId } = (await setup.client.json<Assistant>("POST", "/assistant", { name: "Riley" })).body;
  const { accountSid: twilioAccountSid, authToken: twilioAuthToken } = fake.account;
  const imported = { twilioPhoneNumber: fake.number.phone_number, twilioAccountSid, twilioAuthToken, assistantId };
  number = (await setup.client.json<PhoneNumber>("POST", "/phone-number/import/twilio", imported)).body;
  fake.number.voice_url = `${ORIGIN}/phone-number/${number.id}/twilio/voice`;
  fake.number.status_callback = `${ORIGIN}/phone-number/${number.id}/twilio/status`;
});
afterAll(async () => {
  await setup?.server.close();
  await fake?.close();
});

const dial = (to: string, as = setup.client, assistant: object = {}) =>
  as.json<Call & ErrorBody>("POST", "/call", { assistant, phoneNumberId: number.id, customer: { number: to } });
const read = async (id: string) => (await setup.client.json<Call>("GET", `/call/${id}`)).body;
const until = (id: string, expected: object) => expect.poll(() => read(id)).toMatchObject(expected);

test("a number of Twilio calls: answered and hung up there, ended here, and busy", async () => {
  expect(number).toMatchObject({ provider: "twilio", storedSecrets: ["twilioAuthToken"] });
  expect(number.warnings).toBeUndefined();
  const answered = (await dial("+14155550101")).body;
  expect(answered).toMatchObject({ type: "outboundPhoneCall", phoneCallProvider: "twilio" });
  await until(answered.id, { status: "in-progress" });
  const call = fake.calls.at(-1);
  expect(await read(answered.id)).toMatchObject({ phoneCallProviderId: call?.sid, ringingAt: expect.any(String) });
  call?.hangUp();
  await until(answered.id, { status: "ended", endedReason: "customer-ended-call" });

  const ended = (await dial("+14155550101")).body;
  await until(ended.id, { status: "in-progress" });
  await setup.client.json("POST", `/call/${ended.id}/end`);
  await expect.poll(() => fake.calls.at(-1)?.status).toBe("completed");
  await until(ended.id, { endedReason: "manually-canceled" });

  const voicemailDetection = { provider: "twilio", machineDetectionTimeout: 9 };
  const ringing = (await dial("+14155550100", setup.client, { voicemailDetection })).body;
  await until(ringing.id, { status: "ringing" });
  await fake.calls.at(-1)?.detects("machine_end_beep");
  expect(setup.pool.answered).toEqual([[ringing.id, "machine_end_beep"]]);
  await setup.client.json("POST", `/call/${ringing.id}/end`);
  await expect.poll(() => fake.calls.at(-1)?.status).toBe("canceled");

  await until((await dial("+14155550103")).body.id, { endedReason: "customer-busy" });
});

test("a number that the request brings with it calls, now and later, and its keys rest nowhere readable", async () => {
  const { accountSid: twilioAccountSid, authToken: twilioAuthToken } = fake.account;
  const { client, server } = setup;
  const bare = { twilioPhoneNumber: fake.number.phone_number, twilioAccountSid };
  const phoneNumber = { ...bare, twilioAuthToken };
  const create = (body: object) => {
    const request = { assistant: {}, phoneNumber, customer: { number: "+14155550101" }, ...body };
    return client.json<Call & ErrorBody>("POST", "/call", request);
  };
  const numbers = (await client.json<PhoneNumber[]>("GET", "/phone-number")).body.length;
  const now = (await create({})).body;
  expect(now).toMatchObject({ type: "outboundPhoneCall", phoneCallProvider: "twilio", phoneNumber: bare });
  expect(now.phoneNumberId).toBeUndefined();
  await until(now.id, { status: "in-progress" });
  fake.calls.at(-1)?.hangUp();
  await until(now.id, { status: "ended", endedReason: "customer-ended-call" });

  const earliestAt = new Date(setup.now().getTime() + 200).toISOString();
  const later = (await create({ schedulePlan: { earliestAt } })).body;
  const [row] = await server.context.db.select().from(callTable).where(eq(callTable.id, later.id));
  expect(JSON.stringify([now, later, row])).not.toContain(twilioAuthToken);
  await expect.poll(() => read(later.id), { timeout: 20_000 }).toMatchObject({ status: "in-progress" });
  await client.json("POST", `/call/${later.id}/end`);
  await expect.poll(() => fake.calls.at(-1)?.status).toBe("completed");
  expect((await client.json<PhoneNumber[]>("GET", "/phone-number")).body).toHaveLength(numbers);

  const london = { number: "+442079460000" };
  expect(await create({ customer: london })).toMatchObject({
    status: 400,
    body: { message: [expect.stringContaining("in GB")] },
  });
  const hooks = [{ on: "call.ringing", do: [{ type: "say", exact: "No." }] }];
  for (const [field, value] of Object.entries({ twilioAuthToken: undefined, hooks }))
    expect(await create({ phoneNumber: { ...phoneNumber, [field]: value } })).toMatchObject({
      status: 400,
      body: { message: [expect.stringContaining(`phoneNumber.${field}`)] },
    });
  const wrong = (await create({ phoneNumber: { ...phoneNumber, twilioAuthToken: "0".repeat(32) } })).body;
  await until(wrong.id, { status: "ended", endedReason: "twilio-failed-to-connect-call" });
});

test("a number of Twilio is called: its assistant answers once, and a replayed request starts nothing", async () => {
  const call = await fake.callIn("+14155550199");
  expect(call.status).toBe("in-progress");
  const inbound = async () =>
    (await setup.client.json<Call[]>("GET", "/call")).body.filter(({ type }) => type === "inboundPhoneCall");
  const [taken] = await inbound();
  expect(taken).toMatchObject({ phoneCallProviderId: call.sid, customer: { number: "+14155550199" }, phoneNumberId: number.id });
  const form = { CallSid: call.sid, From: "+14155550199", To: fake.number.phone_number, CallStatus: "ringing" };
  expect((await fake.post(String(fake.number.voice_url), form)).text).toContain("<Reject");
  expect(await inbound()).toHaveLength(1);
  call.hangUp();
  await until(taken?.id ?? "", { status: "ended", endedReason: "customer-ended-call" });
  await setup.client.json("PATCH", `/phone-number/${number.id}`, { assistantId: null });
  expect((await fake.callIn("+14155550199")).status).toBe("busy");
});

test("another country, a paid number, a public token and too many calls are refused before Twilio is asked", async () => {
  const before = fake.calls.length;
  const london = await dial("+442079460000");
  expect(london).toMatchObject({ status: 400, body: { message: [expect.stringMatching(/in GB.*calls US/)] } });
  expect((await dial("+18765550123")).body.message).toEqual([expect.stringContaining("in JM")]);
  expect((await dial("+19005550123")).body.message).toEqual([expect.stringContaining("paid service")]);
  const { value } = (await setup.client.json<Token>("POST", "/token", { tag: "public" })).body;
  const visitor = await fetch(`${setup.server.url}/call`, { method: "POST", headers: { authorization: `Bearer ${value}` } });
  expect(visitor.status).toBe(401);
  expect(fake.calls.length).toBe(before);

  await setup.client.json("PATCH", `/org/${setup.client.orgId}`, { outboundCountries: ["GB"] });
  expect((await dial("+442079460000")).status).toBe(201);
  expect((await dial("+14155550101")).body.message).toEqual([expect.stringContaining("calls GB")]);
  await setup.client.json("PATCH", `/org/${setup.client.orgId}`, { outboundCountries: null });
  const statuses: number[] = [];
  for (let count = 0; count < 8; count++) statuses.push((await dial("+14155550103")).status);
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(2);
  expect(statuses[0]).toBe(201);
});

test("its checks ask Twilio, tell what is missing, and are another organization's business", async () => {
  const steps = (await setup.client.json<PhoneNumberSetup>("GET", `/phone-number/${number.id}/setup`)).body;
  expect(steps).toMatchObject({
    mayConnect: false,
    steps: [
      { id: "publicAddress", state: "failed", message: expect.stringContaining("PUBLIC_URL is not set") },
      { id: "reachable", state: "open" },
      { id: "keys", state: "ready" },
      { id: "owned", state: "ready" },
      { id: "answersHere", state: "failed" },
      { id: "textsHere", state: "failed" },
      { id: "answerer", state: "failed" },
    ],
  });
  const stranger = await setup.server.signUp();
  expect((await stranger.json("GET", `/phone-number/${number.id}/setup`)).status).toBe(404);
  expect((await stranger.json("POST", `/phone-number/${number.id}/connect`)).status).toBe(404);
  const connected = await setup.client.json<ErrorBody>("POST", `/phone-number/${number.id}/connect`);
  expect(connected).toMatchObject({ status: 400, body: { message: [expect.stringContaining("PUBLIC_URL")] } });
});

test("the assistant's transport configuration sets the ring time, and records at Twilio where that is allowed", async () => {
  // The limit of calls per minute begins again.
  setup.advance(60_000);
  const twilio = { provider: "twilio", timeout: 45, record: true, recordingChannels: "dual" };
  const transportConfigurations = [twilio];
  for (const [compliancePlan, recordings] of [
    [{}, ["dual"]],
    [{ hipaaEnabled: true }, []],
    [{ recordingConsentPlan: { type: "verbal", message: "May we record?" } }, []],
  ]) {
    const { id } = (await dial("+14155550101", setup.client, { transportConfigurations, compliancePlan })).body;
    await until(id, { status: "in-progress" });
    const call = fake.calls.at(-1);
    await expect.poll(() => call?.recordings).toEqual(recordings);
    expect(call?.ringSeconds).toBe(45);
    await setup.client.json("POST", `/call/${id}/end`);
    await expect.poll(() => call?.status).toBe("completed");
    expect(call?.recordings).toEqual(recordings);
  }
});
