import {
  type Call,
  type ErrorBody,
  type HandsetSound,
  type PhoneNumber,
  toProviderNames,
  type WebhookDelivery,
} from "@callwright/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startWebhookReceiver, type WebhookReceiver } from "../../../testing/webhook-receiver.ts";
import { type CallServer, startCallServer } from "../runtime/testing/call-server.ts";
import { fakeOffer } from "../runtime/testing/fake-call-host-pool.ts";
import { variablesOf } from "./incoming-call.ts";

test("headers of a call are variables, except those of the platform, and not without bounds", () => {
  const headers = { "X-Booking-Id": "B 7", "x-tier": "g".repeat(2_000), "X-Customer": "x", "X-Now": "x", "X-Phone-Number": "x" };
  expect(variablesOf({ ...headers, "X-__proto__": "x", "X-": "x" })).toEqual({ bookingId: "B 7", tier: "g".repeat(1_000) });
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`X-Each-${index}`, "x"]));
  expect(Object.keys(variablesOf(many))).toHaveLength(20);
});

let setup: CallServer;
let receiver: WebhookReceiver;
beforeAll(async () => {
  setup = await startCallServer({ orgConcurrentCalls: 1000, allowPrivateAddresses: true });
});
afterAll(() => setup.server.close());
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  return () => receiver.close();
});

const DESK = { type: "number", number: "+12025550107" } as const;

async function numberWith(fields: object): Promise<PhoneNumber> {
  return (await setup.client.json<PhoneNumber>("POST", "/phone-number", { provider: "simulated", ...fields })).body;
}

/** The Handset calls the number. Answers what the call is placed with. */
async function call(number: PhoneNumber) {
  const body = { phoneNumberId: number.id, sdp: fakeOffer() };
  const answer = await setup.client.json<HandsetSound & ErrorBody>("POST", "/phone-number/handset/dial", body);
  const [row] = (await setup.client.json<Call[]>("GET", `/call?phoneNumberId=${number.id}`)).body;
  return { answer, row, spec: setup.pool.specs.find(({ callId }) => callId === row?.id) };
}

const answersWith = (reply: unknown, status = 200) =>
  receiver.answerWith((_received, response) => {
    response.statusCode = status;
    response.end(JSON.stringify(reply));
  });

describe("a server that is asked who answers", () => {
  const numberWithServer = () => numberWith({ server: { url: receiver.url, headers: { "X-Key": "k" } } });

  test.each([
    ["an assistant", { assistant: { name: "Nora" }, assistantOverrides: { variableValues: { tier: "gold" } } }, { name: "Nora" }],
    [
      "an assistant in older fields, with one that is unknown here, as the platform's types have the answer",
      {
        messageResponse: {
          assistant: { name: "Nora", serverUrl: "https://a.example", firstMessage: null, personality: "warm" },
          destination: null,
        },
      },
      { name: "Nora", server: { url: "https://a.example" } },
    ],
    [
      "a workflow",
      { workflow: { name: "W", nodes: [{ type: "conversation", name: "a", isStart: true }], edges: [] } },
      { name: "W" },
    ],
  ])("names %s, which answers", async (_what, reply, assistant) => {
    answersWith(reply);
    const number = await numberWithServer();
    const { answer, row, spec } = await call(number);
    expect(answer.status).toBe(201);
    expect(spec).toMatchObject({ callType: "inboundPhoneCall", assistant });
    expect(receiver.received[0]).toMatchObject({
      headers: { "x-key": "k" },
      message: {
        type: "assistant-request",
        call: { id: row?.id, status: "ringing" },
        customer: { number: "+12025550100" },
        phoneNumber: { id: number.id },
      },
    });
    expect(JSON.stringify(receiver.received[0]?.message)).not.toContain("X-Key");
    const log = (await setup.client.json<{ results: WebhookDelivery[] }>("GET", `/webhook-delivery?callId=${row?.id}`)).body;
    expect(log.results).toMatchObject([{ type: "assistant-request", target: "phone-number", status: "delivered" }]);
  });

  test("with the header among its own: it is asked, and answers, in the hosted platform's names", async () => {
    const voice = { provider: "callwright", voiceId: "rms" };
    answersWith(toProviderNames({ assistant: { name: "Nora", voice } }, { origin: "https://voice.example" }));
    const number = await numberWith({ server: { url: receiver.url, headers: { "Callwright-Compat": "provider" } } });
    const { answer, spec } = await call(number);
    expect(answer.status).toBe(201);
    expect(spec).toMatchObject({ assistant: { name: "Nora", voice } });
    expect(receiver.received[0]?.message).toMatchObject({ phoneNumber: { provider: "vapi", name: "(simulated)" } });
  });

  test.each([
    ["says no", { error: "We are closed." }, { say: "We are closed.", endedReason: "assistant-request-returned-error" }],
    [
      "names a telephone",
      { destination: { ...DESK, message: "One moment." } },
      {
        say: "One moment.",
        transfer: { destination: { number: DESK.number, transferPlan: { fallbackPlan: { endCallEnabled: true } } } },
        endedReason: "assistant-request-returned-forwarding-phone-number",
      },
    ],
    [
      "names a SIP address",
      { destination: { type: "sip", sipUri: "sip:a@b.c", sipHeaders: { "X-To": "{{ phoneNumber.number }}" } } },
      { transfer: { destination: { sipUri: "sip:a@b.c", sipHeaders: { "X-To": expect.stringMatching(/^\+/) } } } },
    ],
    [
      "names a way that is not gone here",
      { destination: { ...DESK, transferPlan: { mode: "warm-transfer-twiml" } } },
      { endedReason: "call.in-progress.error-transfer-failed" },
    ],
  ])("%s, and the caller hears it", async (_what, reply, opening) => {
    answersWith(reply);
    const { answer, spec } = await call(await numberWithServer());
    expect(answer.status).toBe(201);
    expect(spec?.opening).toMatchObject(opening);
  });

  test.each([
    ["fails", {}, 500, "assistant-request-failed"],
    ["names nobody", {}, 200, "assistant-request-returned-no-assistant"],
    ["names a mistake", { assistant: { name: 3 } }, 200, "assistant-request-returned-invalid-assistant"],
    [
      "names a missing one",
      { assistantId: "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33" },
      200,
      "assistant-request-returned-invalid-assistant",
    ],
    ["has no words for its error", { error: { code: 1 } }, 200, "assistant-request-returned-unspeakable-error"],
  ])("%s: the call ends with the reason, unless a hook or a fallback takes it", async (_what, reply, status, endedReason) => {
    answersWith(reply, status);
    const number = await numberWithServer();
    const { answer, row } = await call(number);
    expect(answer.status).toBe(409);
    expect(row).toMatchObject({ status: "ended", endedReason, type: "inboundPhoneCall" });
    const toDesk = await numberWith({ server: { url: receiver.url }, fallbackDestination: DESK });
    expect((await call(toDesk)).spec?.opening).toMatchObject({ transfer: { destination: { number: DESK.number } }, endedReason });
    const filters = [{ type: "oneOf", key: "call.endedReason", oneOf: [endedReason] }];
    const hooks = [{ on: "call.ending", filters, do: [{ type: "say", exact: "Sorry." }] }];
    const says = await numberWith({ server: { url: receiver.url }, fallbackDestination: DESK, hooks });
    expect((await call(says)).spec?.opening).toEqual({ say: "Sorry.", endedReason: "call.ending.hook-executed-say" });
  });
});

describe("hooks of a number", () => {
  const hook = (startsWith: string[], action: object) => ({
    on: "call.ringing",
    filters: [{ type: "startsWith", key: "number", startsWith }],
    do: [action, { type: "say", exact: "never" }],
  });

  test("on call.ringing take the callers that their filters name, before any assistant", async () => {
    const assistant = (await setup.client.json<{ id: string }>("POST", "/assistant", { name: "Riley" })).body;
    const says = await numberWith({
      assistantId: assistant.id,
      hooks: [
        hook(["49"], { type: "transfer", destination: DESK }),
        hook(["1202"], { type: "say", exact: "Closed, {{customer.number}}." }),
      ],
    });
    expect((await call(says)).spec?.opening).toEqual({
      say: "Closed, +12025550100.",
      endedReason: "call.ringing.hook-executed-say",
    });
    const others = await numberWith({ assistantId: assistant.id, hooks: [hook(["49"], { type: "say", exact: "Closed." })] });
    expect((await call(others)).spec).toMatchObject({ assistant: { name: "Riley" } });
    const passes = await numberWith({ hooks: [hook(["1"], { type: "transfer", destination: DESK })] });
    expect((await call(passes)).spec?.opening).toMatchObject({
      transfer: { destination: { number: DESK.number } },
      endedReason: "call.ringing.hook-executed-transfer",
    });
  });
});

test("the server of a number gets messages of assistants that have none, and the organization's is the last", async () => {
  const { client, pool } = setup;
  const org = await startWebhookReceiver();
  const { body: own } = await client.json<{ id: string }[]>("GET", "/org");
  await client.json("PATCH", `/org/${own[0]?.id}`, { server: { url: org.url } });
  const assistant = (await client.json<{ id: string }>("POST", "/assistant", { name: "Riley" })).body;
  const number = await numberWith({ assistantId: assistant.id, server: { url: receiver.url } });
  const { row } = await call(number);
  pool.join(row?.id ?? "");
  pool.happen(row?.id ?? "", "call.started", { hearing: "local", recording: false });
  pool.happen(row?.id ?? "", "transfer", { state: "ringing", destination: DESK });
  await expect
    .poll(() => receiver.received.map(({ message }) => message.status), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(["in-progress", "forwarding"]));
  expect(receiver.received.find(({ message }) => message.status === "forwarding")?.message).toMatchObject({
    destination: DESK,
    phoneNumber: { id: number.id, number: number.number, provider: "simulated" },
  });
  expect(org.received).toEqual([]);
  await org.close();
});
