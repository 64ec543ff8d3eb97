import { randomUUID } from "node:crypto";
import type { Assistant, Chat, ErrorBody, PhoneNumber, Session } from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Page } from "../../platform/db/page-start.ts";
import { startTestServer, type TestServer } from "../../testing/start-test-server.ts";
import type { TestClient } from "../../testing/test-client.ts";
import { type FakeTwilio, startFakeTwilio } from "../telephony/testing/fake-twilio.ts";
import { chatClient } from "./testing/chat-client.ts";

/** Text messages through the whole server, with Twilio's own client and a copy of its API. */

const ORIGIN = "https://voice.example.com";
const OTHER_ORIGIN = "https://other.example.com";
let server: TestServer;
/** Another node with the same database. */
let other: TestServer;
let client: TestClient;
let fake: FakeTwilio;
let number: PhoneNumber;
let assistantId: string;
/** Each test has its own person, so it never meets another test's session. */
let person: string;
let people = 100;

beforeAll(async () => {
  const ports = new Map<string, number>();
  fake = await startFakeTwilio({
    phoneNumber: "+14155550123",
    farEnds: {},
    reach: (url) => url.replace(/^https:..[a-z.]+/, (origin) => `http://127.0.0.1:${ports.get(origin)}`),
  });
  const config = { twilioBaseUrl: fake.url, phoneNumberCallsPerMinute: 1_000, secret: "the same secret on both of the nodes" };
  server = await startTestServer({ config: { ...config, nodeUrl: ORIGIN } });
  const { databaseUrl } = server.context.config;
  other = await startTestServer({ config: { ...config, databaseUrl, nodeUrl: OTHER_ORIGIN } });
  ports.set(ORIGIN, server.port).set(OTHER_ORIGIN, other.port);
  client = await server.signUp();
  const model = { provider: "callwright", model: "fake-echo" };
  assistantId = (await client.json<Assistant>("POST", "/assistant", { name: "Echo", model })).body.id;
  const { accountSid: twilioAccountSid, authToken: twilioAuthToken } = fake.account;
  const imported = { twilioPhoneNumber: fake.number.phone_number, twilioAccountSid, twilioAuthToken, assistantId };
  number = (await client.json<PhoneNumber>("POST", "/phone-number/import/twilio", imported)).body;
  fake.number.sms_url = `${ORIGIN}/phone-number/${number.id}/twilio/sms`;
});
afterAll(async () => {
  await other?.close();
  await server?.close();
  await fake?.close();
});
beforeEach(() => {
  fake.texts.length = 0;
  person = `+1415555${String(people++).padStart(4, "0")}`;
});

const bodies = () => fake.texts.map(({ to, body }) => [to, body]);
const sent = (...expected: string[]) => expect.poll(bodies).toEqual(expected.map((body) => [person, body]));
const sessions = async (of = person) =>
  (await client.json<Page<Session>>("GET", `/session?customerNumberAny=${encodeURIComponent(of)}`)).body.results;
const transport = (fields: object = {}) => ({
  type: "twilio.sms",
  phoneNumberId: number.id,
  customer: { number: person },
  ...fields,
});
const write = (body: object) => client.json<Chat & ErrorBody>("POST", "/chat", body);

test("who writes to a number is answered by its assistant, in one session, in order", async () => {
  expect((await fake.textIn(person, "one")).status).toBe(200);
  await Promise.all(["two", "three", "four"].map((body) => fake.textIn(person, body)));
  await expect.poll(() => bodies().length).toBe(4);
  const [session, ...others] = await sessions();
  expect(others).toEqual([]);
  expect(session).toMatchObject({ assistantId, phoneNumberId: number.id, customer: { number: person } });
  const said = (session?.messages ?? []).map(({ content }) => String(content));
  expect(said[0]).toBe("one");
  const answers = said.filter((_, index) => index % 2 === 1);
  expect(answers).toEqual(said.filter((_, index) => index % 2 === 0).map((asked) => `You said: ${asked}.`));
  expect(bodies()).toEqual(answers.map((answer) => [person, answer]));
});

test("messages of one person that reach two nodes at once are answered in one session", async () => {
  const url = String(fake.number.sms_url);
  fake.number.sms_url = url.replace(ORIGIN, OTHER_ORIGIN);
  const second = fake.textIn(person, "two");
  fake.number.sms_url = url;
  await Promise.all([fake.textIn(person, "one"), second]);
  await expect.poll(() => bodies().length).toBe(2);
  const begun = await sessions();
  expect(begun.map(({ messages }) => messages?.length)).toEqual([4]);
});

test("a session that has ended, or is another person's, is not gone on with", async () => {
  await fake.textIn(person, "one");
  await sent("You said: one.");
  const [first] = await sessions();
  await client.json("PATCH", `/session/${first?.id}`, { status: "completed" });
  await fake.textIn(person, "two");
  await sent("You said: one.", "You said: two.");
  expect(await sessions()).toHaveLength(2);
});

test("nobody is answered who writes a replayed or unsigned message, from abroad, to a number that is off or has no agent", async () => {
  const first = await fake.textIn(person, "one");
  await sent("You said: one.");
  await fake.post(String(fake.number.sms_url), first.form);
  expect((await fake.post(String(fake.number.sms_url), { ...first.form, MessageSid: "SM2" }, null)).status).toBe(403);
  await fake.textIn("+442079460000", "Hello from London");
  await client.json("POST", "/do-not-call", { numbers: ["+14155559999"] });
  await fake.textIn("+14155559999", "I want no messages");
  for (const [off, on] of [
    [{ smsEnabled: false }, { smsEnabled: null }],
    [{ assistantId: null }, { assistantId }],
  ]) {
    await client.json("PATCH", `/phone-number/${number.id}`, off);
    await fake.textIn(person, "Is anybody there?");
    await client.json("PATCH", `/phone-number/${number.id}`, on);
  }
  await fake.textIn(person, "last");
  await sent("You said: one.", "You said: last.");
  for (const stranger of ["+442079460000", "+14155559999"]) expect(await sessions(stranger)).toEqual([]);
});

test("a chat is sent as a text message, written by the assistant or as it is, and the person's answer goes on in its session", async () => {
  const written = await write({ assistantId, input: "Remind them", transport: transport() });
  expect(written).toMatchObject({ status: 200, body: { output: [{ content: "You said: Remind them." }] } });
  await sent("You said: Remind them.");
  await fake.textIn(person, "Thanks");
  await sent("You said: Remind them.", "You said: Thanks.");
  expect((await sessions()).map(({ id }) => id)).toEqual([written.body.sessionId]);

  const { sessionId } = written.body;
  const own = { type: "twilio.sms", useLLMGeneratedMessageForOutbound: false };
  const unchanged = await write({ sessionId, input: "See you at 5.", transport: own });
  expect(unchanged.body).toMatchObject({ input: [], output: [{ role: "assistant", content: "See you at 5." }] });
  await sent("You said: Remind them.", "You said: Thanks.", "See you at 5.");
  const stream = async (body: object) => (await chatClient(client).open(body, { path: "/chat" })).text();
  expect(await stream({ sessionId, input: "As it is.", transport: own })).toMatch(/As it is\..*\[DONE\]/s);
  expect(await stream({ sessionId, input: "one", transport: { type: "twilio.sms" } })).toContain("[DONE]");
  await expect.poll(() => bodies().at(-1)).toEqual([person, "You said: one."]);
});

test("a text message that must not be sent is refused with its field, and stores nothing", async () => {
  const session = (await client.json<Session>("POST", "/session", { assistantId })).body;
  await client.json("POST", "/do-not-call", { numbers: ["+14155559998"] });
  const input = [{ role: "user", content: "Hi" }];
  const simulated = (await client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated" })).body.id;
  const refusals: [object, string][] = [
    [{ transport: transport({ phoneNumberId: undefined }) }, "transport.phoneNumberId"],
    [{ transport: transport({ customer: undefined }) }, "transport.customer"],
    [{ transport: transport({ customer: { name: "Ada" } }) }, "transport.customer.number"],
    [{ transport: transport({ customerId: randomUUID() }) }, "transport.customerId"],
    [{ transport: transport({ customer: { number: person, extension: "7" } }) }, "transport.customer.extension"],
    [{ transport: transport({ customer: { number: "+442079460000" } }) }, "in GB"],
    [{ transport: transport({ customer: { number: "+14155559998" } }) }, "do-not-call"],
    [{ transport: transport({ phoneNumberId: simulated }) }, "'simulated'"],
    [{ input, transport: transport({ useLLMGeneratedMessageForOutbound: false }) }, "input must be a text"],
    [{ assistantId: undefined, sessionId: session.id, transport: transport() }, "transport.phoneNumberId must be left out"],
    [{ assistantId: undefined, sessionId: session.id, transport: { type: "twilio.sms" } }, "no phoneNumberId"],
  ];
  for (const [body, problem] of refusals) {
    const refused = await write({ assistantId, input: "Hi", ...body });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(problem)]);
  }
  const missing = await write({ assistantId, input: "Hi", transport: transport({ phoneNumberId: randomUUID() }) });
  expect(missing.status).toBe(404);
  expect(await sessions()).toEqual([]);
  expect(fake.texts).toEqual([]);
  fake.optedOut.add(person);
  const atTwilio = await write({ assistantId, input: "Hi", transport: transport() });
  expect(atTwilio).toMatchObject({
    status: 400,
    body: { code: "provider-refused", message: expect.stringContaining("unsubscribed") },
  });
});

test("the assistant writes with the tool in such a chat", async () => {
  const tools = [{ type: "sms" }];
  const steps = [[{ tool: "sms", arguments: { message: "Your code is 7." } }], ["Sent."]];
  const model = { provider: "callwright", model: "fake-tools", steps, tools };
  const answered = await write({ assistant: { model }, input: "My code?", transport: transport() });
  expect(answered.status).toBe(200);
  expect(bodies()[0]).toEqual([person, "Your code is 7."]);
});

test("a node that drains first sends the answers to the messages that it has taken", async () => {
  const model = { provider: "callwright", model: "fake-slow", delayMs: 1_000 };
  const slow = (await client.json<Assistant>("POST", "/assistant", { name: "Slow", model })).body.id;
  await client.json("PATCH", `/phone-number/${number.id}`, { assistantId: slow });
  fake.number.sms_url = String(fake.number.sms_url).replace(ORIGIN, OTHER_ORIGIN);
  await fake.textIn(person, "one");
  expect(bodies()).toEqual([]);
  await other.drain(new AbortController().signal);
  expect(bodies()).toHaveLength(1);
});
