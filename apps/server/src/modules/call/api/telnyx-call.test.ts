import type { Assistant, Call, Credential, ErrorBody, PhoneNumber, PhoneNumberSetup } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bringHere } from "../../telephony/testing/carrier-lines.ts";
import { type FakeTelnyx, startFakeTelnyx } from "../../telephony/testing/fake-telnyx.ts";
import { type FakeVonage, startFakeVonage } from "../../telephony/testing/fake-vonage.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";

const ORIGIN = "https://voice.example.com";
let setup: CallServer;
let fake: FakeTelnyx;
let fakeVonage: FakeVonage;
let number: PhoneNumber;

beforeAll(async () => {
  let local = "";
  const network = {
    farEnds: { "+14155550101": "is picked up", "+14155550103": "is busy" } as const,
    reach: (url: string) => url.replace("voice.example.com", local).replace(/^(http|ws)s/, "$1"),
  };
  fake = await startFakeTelnyx({ phoneNumber: "+14155550123", ...network });
  fakeVonage = await startFakeVonage({ phoneNumber: "+14155550124", ...network });
  setup = await startCallServer({
    orgConcurrentCalls: 1000,
    nodeUrl: ORIGIN,
    telnyxBaseUrl: fake.url,
    vonageBaseUrl: fakeVonage.url,
  });
  local = `127.0.0.1:${setup.server.port}`;
  const { client } = setup;
  const { id: assistantId } = (await client.json<Assistant>("POST", "/assistant", { name: "Riley" })).body;
  const credential = (await client.json<Credential>("POST", "/credential", { provider: "telnyx", ...fake.account })).body;
  expect([credential.warnings, JSON.stringify(credential).includes(fake.account.apiKey)]).toEqual([undefined, false]);
  const imported = { provider: "telnyx", number: fake.number.phone_number, credentialId: credential.id, assistantId };
  number = (await client.json<PhoneNumber>("POST", "/phone-number", imported)).body;
  const application = fake.applications.get(fake.number.connection_id);
  if (application) application.webhook_event_url = `${ORIGIN}/phone-number/${number.id}/telnyx/events`;
});
afterAll(async () => {
  await setup?.server.close();
  await fake?.close();
  await fakeVonage?.close();
});

const dial = (to: string, phoneNumberId = number.id) =>
  setup.client.json<Call & ErrorBody>("POST", "/call", { assistant: {}, phoneNumberId, customer: { number: to } });
const read = async (id: string) => (await setup.client.json<Call>("GET", `/call/${id}`)).body;
const until = (id: string, expected: object) => expect.poll(() => read(id)).toMatchObject(expected);

test("a number of Telnyx calls: answered and hung up there, ended here, busy, and not to another country", async () => {
  expect(number.warnings).toBeUndefined();
  const answered = (await dial("+14155550101")).body;
  expect(answered).toMatchObject({ type: "outboundPhoneCall", phoneCallProvider: "telnyx" });
  await until(answered.id, { status: "in-progress" });
  const call = fake.calls.at(-1);
  expect(await read(answered.id)).toMatchObject({ phoneCallProviderId: call?.id, ringingAt: expect.any(String) });
  call?.hangUp();
  await until(answered.id, { status: "ended", endedReason: "customer-ended-call" });

  const ended = (await dial("+14155550101")).body;
  await until(ended.id, { status: "in-progress" });
  await setup.client.json("POST", `/call/${ended.id}/end`);
  await expect.poll(() => fake.calls.at(-1)?.hangupCause).toBe("normal_clearing");
  await until((await dial("+14155550103")).body.id, { endedReason: "customer-busy" });
  expect((await dial("+442079460000")).body.message).toEqual([expect.stringMatching(/in GB.*calls US/)]);
});

test("a number of Telnyx is called: its assistant answers, and without one the caller hears that the line is busy", async () => {
  const call = await fake.callIn("+14155550199");
  await expect.poll(() => call.state).toBe("answered");
  const inbound = async () =>
    (await setup.client.json<Call[]>("GET", "/call")).body.filter(({ type }) => type === "inboundPhoneCall");
  const [taken] = await inbound();
  expect(taken).toMatchObject({ phoneCallProviderId: call.id, customer: { number: "+14155550199" }, phoneNumberId: number.id });
  call.hangUp();
  await until(taken?.id ?? "", { status: "ended", endedReason: "customer-ended-call" });
  await setup.client.json("PATCH", `/phone-number/${number.id}`, { assistantId: null });
  const refused = await fake.callIn("+14155550199");
  await expect.poll(() => refused.hangupCause).toBe("user_busy");
  expect(await inbound()).toHaveLength(1);
});

test("its checks ask Telnyx, and without its credential nothing works, with the reason", async () => {
  const read = async () => (await setup.client.json<PhoneNumberSetup>("GET", `/phone-number/${number.id}/setup`)).body.steps;
  expect(await read()).toMatchObject([
    { id: "publicAddress", state: "failed", message: expect.stringContaining("PUBLIC_URL is not set") },
    { id: "reachable", state: "open" },
    ...[{ id: "keys", state: "ready" }, { id: "owned" }, { id: "answersHere" }, { id: "callsOut", state: "ready" }],
    { id: "answerer", state: "failed" },
  ]);
  const { credentialId } = number as Extract<PhoneNumber, { provider: "telnyx" }>;
  await setup.client.json("DELETE", `/credential/${credentialId}`);
  expect((await read())[2]).toMatchObject({ id: "keys", state: "failed", message: expect.stringContaining("credentialId") });
  await until((await dial("+14155550101")).body.id, { status: "ended", endedMessage: expect.stringContaining("credentialId") });
});

test("a number of Vonage is imported with an application's key, calls and is called, and says what its credential lacks", {
  tags: "long",
}, async () => {
  const { client } = setup;
  const { apiKey, apiSecret, ...ofApplication } = fakeVonage.account;
  const { body: credential } = await client.json<Credential>("POST", "/credential", { provider: "vonage", apiKey, apiSecret });
  const { id: assistantId } = (await client.json<Assistant>("POST", "/assistant", { name: "Riley" })).body;
  const imported = { vonagePhoneNumber: "+14155550124", credentialId: credential.id, assistantId };
  const { body: ours } = await client.json<PhoneNumber>("POST", "/phone-number/import/vonage", imported);
  expect([credential.warnings, ours.warnings]).toEqual([undefined, undefined]);
  const lacking = (await dial("+14155550101", ours.id)).body;
  await until(lacking.id, { status: "ended", endedMessage: expect.stringContaining("signature secret") });

  await client.json("PATCH", `/credential/${credential.id}`, ofApplication);
  const stored = JSON.stringify((await client.json("GET", `/credential/${credential.id}`)).body);
  for (const secret of [ofApplication.privateKey.slice(40, 80), ofApplication.signatureSecret])
    expect(stored).not.toContain(secret);
  const answered = (await dial("+14155550101", ours.id)).body;
  expect(answered).toMatchObject({ type: "outboundPhoneCall", phoneCallProvider: "vonage" });
  await until(answered.id, { status: "in-progress" });
  expect((await read(answered.id)).phoneCallProviderId).toBe(fakeVonage.calls.at(-1)?.id);
  await client.json("POST", `/call/${answered.id}/end`);
  await expect.poll(() => fakeVonage.calls.at(-1)?.status).toBe("completed");
  await until((await dial("+14155550103", ours.id)).body.id, { endedReason: "customer-busy" });

  bringHere(fakeVonage, `${ORIGIN}/phone-number/${ours.id}/vonage`);
  const call = await fakeVonage.callIn("+14155550199");
  await expect.poll(() => call.state).toBe("answered");
  const ofNumber = (await client.json<Call[]>("GET", `/call?phoneNumberId=${ours.id}`)).body;
  const taken = ofNumber.find(({ type }) => type === "inboundPhoneCall");
  expect(taken).toMatchObject({ phoneCallProviderId: call.id, customer: { number: "+14155550199" } });
  call.hangUp();
  await until(taken?.id ?? "", { status: "ended", endedReason: "customer-ended-call" });
  const { steps } = (await client.json<PhoneNumberSetup>("GET", `/phone-number/${ours.id}/setup`)).body;
  expect(steps.map(({ id }) => id)).toEqual(["publicAddress", "reachable", "keys", "owned", "answersHere", "answerer"]);
});
