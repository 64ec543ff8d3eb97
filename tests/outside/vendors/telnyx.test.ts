import Telnyx from "telnyx";
import { expect, test, vi } from "vitest";
import { isSignedByTelnyx } from "../../../apps/server/src/modules/telephony/telnyx/telnyx.ts";
import {
  dialTelling,
  FAR_ENDS,
  openTelnyxLine,
  PUBLIC_ORIGIN,
  type TelnyxUnderTest,
} from "../../../apps/server/src/modules/telephony/testing/carrier-lines.ts";
import { startFakeTelnyx } from "../../../apps/server/src/modules/telephony/testing/fake-telnyx.ts";
import { idleMedia } from "../../../apps/server/src/modules/telephony/testing/idle-media.ts";
import { type Seen, startRelay } from "./harness/relay.ts";
import { typeProblems } from "./harness/typed.ts";

const IMPORTS = `import type { CallDialParams } from "telnyx/resources/calls/calls";
import type * as actions from "telnyx/resources/calls/actions";
import type { CallControlApplicationCreateParams, CallControlApplicationUpdateParams } from "telnyx/resources/call-control-applications";
import type { PhoneNumberUpdateParams } from "telnyx/resources/phone-numbers/phone-numbers";`;

/** The client's type of a request's body. */
function typeOf({ method, path }: Seen): string {
  const types = {
    "POST /v2/calls": "CallDialParams",
    "POST /v2/calls/-/actions/answer": "actions.ActionAnswerParams",
    "POST /v2/calls/-/actions/hangup": "actions.ActionHangupParams",
    "POST /v2/calls/-/actions/refer": "actions.ActionReferParams",
    "POST /v2/calls/-/actions/reject": "actions.ActionRejectParams",
    "POST /v2/calls/-/actions/streaming_start": "actions.ActionStartStreamingParams",
    "POST /v2/call_control_applications": "CallControlApplicationCreateParams",
    "PATCH /v2/call_control_applications/-": "Partial<CallControlApplicationUpdateParams>",
    "PATCH /v2/phone_numbers/-": "PhoneNumberUpdateParams",
  };
  const [, resource = "", action = ""] = /^\/v2\/(\w+)(?:\/[^/]+)?(\/actions\/\w+)?$/.exec(path) ?? [];
  const isOne = path.split("/").length > 3;
  const name = `${method} /v2/${resource}${isOne ? "/-" : ""}${action}`;
  return types[name as keyof typeof types] ?? `never /* ${name} */`;
}

/** A relay between our line and the Telnyx fake, which records the line's requests. */
async function openSeen() {
  let tested: TelnyxUnderTest | undefined;
  const relay = await startRelay(() => tested?.fake.url ?? "");
  tested = await openTelnyxLine({ config: { publicUrl: PUBLIC_ORIGIN, nodeUrl: PUBLIC_ORIGIN, telnyxBaseUrl: relay.url } });
  const close = async () => {
    await tested?.close();
    await relay.close();
  };
  return { tested, seen: relay.seen, close };
}

test("what we ask for has the types of telnyx: calls in both directions, a number brought here and given back", async () => {
  const { tested, seen, close } = await openSeen();
  const { fake, line, number } = tested;
  const { leg } = await dialTelling(tested, "0e3ad8ab-7ed2-4b1c-a3f7-0000000000aa", "+14155550101", {
    detectMachine: { provider: "twilio" },
  });
  await vi.waitFor(() => expect(tested.connected).toHaveLength(1));
  leg.hangUp();
  line.open({
    onCall: async (incoming) => {
      incoming.leg.listen({ onRinging: () => {}, onEnded: () => {} });
      await incoming.answer(idleMedia("0e3ad8ab-7ed2-4b1c-a3f7-0000000000ab"));
    },
  });
  const call = await fake.callIn("+14155550199");
  await vi.waitFor(() => expect(call.streams).toBe(1));
  call.hangUp();
  line.drain();
  const late = await fake.callIn("+14155550199");
  await vi.waitFor(() => expect(late.hangupCause).toBe("user_busy"));
  const old = fake.applications.get(fake.number.connection_id);
  if (old) old.webhook_event_url = "https://old.example/calls";
  expect(await line.setup.connect(number.id)).toEqual({ before: { connectionId: "1000" } });
  const ours = fake.applications.get(fake.number.connection_id);
  if (ours) ours.webhook_event_url = `https://before.example/phone-number/${number.id}/telnyx/events`;
  await line.setup.connect(number.id);
  expect(await line.setup.giveBack(number.id, { connectionId: "1000" })).toBeUndefined();
  await close();

  const bodies = seen.filter(({ text }) => text !== "").map((one) => [typeOf(one), one.body] as const);
  expect(new Set(bodies.map(([type]) => type)).size).toBeGreaterThan(6);
  expect(await typeProblems("telnyx", IMPORTS, bodies)).toBe("");
});

test("the client talks to the fake", async () => {
  const options = { phoneNumber: "+14155550123", farEnds: { ...FAR_ENDS, "+14155550101": "rings" as const } };
  const fake = await startFakeTelnyx({ ...options, reach: () => "http://127.0.0.1:9/" });
  const client = new Telnyx({ apiKey: fake.account.apiKey, baseURL: `${fake.url}/v2`, maxRetries: 0 });
  const owned = await client.phoneNumbers.list({ filter: { phone_number: "+14155550123" } });
  expect(owned.data).toMatchObject([{ id: fake.number.id, connection_id: fake.number.connection_id }]);
  const { data: created } = await client.callControlApplications.create({
    application_name: "Callwright",
    webhook_event_url: "https://voice.example.com/events",
    webhook_api_version: "2",
  });
  await client.phoneNumbers.update(fake.number.id, { connection_id: created?.id ?? "" });
  expect(fake.number.connection_id).toBe(created?.id);
  await client.phoneNumbers.update(fake.number.id, { connection_id: "1000" });
  await client.callControlApplications.delete(created?.id ?? "");
  expect([...fake.applications.keys()]).toEqual(["1000"]);
  await expect(client.calls.dial({ connection_id: "1000", to: "+15005550001", from: "+14155550123" })).rejects.toThrow("E.164");
  const wrong = new Telnyx({ apiKey: "KEYwrong", baseURL: `${fake.url}/v2`, maxRetries: 0 });
  await expect(wrong.outboundVoiceProfiles.list()).rejects.toBeInstanceOf(Telnyx.AuthenticationError);
  await fake.close();
});

test("the client accepts the events that the fake signs, and refuses those of others, as we do", async () => {
  const relay = await startRelay(() => fake.url);
  const reach = (url: string) => url.replace("https://voice.example.com", relay.url);
  const fake = await startFakeTelnyx({ phoneNumber: "+14155550123", farEnds: {}, reach });
  const event = { data: { event_type: "call.initiated", payload: { call_control_id: "v3:1" } }, meta: { attempt: 1 } };
  await fake.post("https://voice.example.com/events", event);
  await fake.post("https://voice.example.com/events", event, { signature: Buffer.alloc(64, 1).toString("base64") });
  const client = new Telnyx({ apiKey: fake.account.apiKey });
  const accepted: unknown[] = [];
  for (const { text, headers } of relay.seen) {
    const signature = String(headers["telnyx-signature-ed25519"]);
    const signed = { body: text, signature, timestamp: String(headers["telnyx-timestamp"]), now: new Date() };
    const key = fake.account.publicKey;
    const theirs = await client.webhooks.unwrap(text, { headers: headers as Record<string, string>, key }).then(
      (event) => (event as { data?: unknown }).data,
      () => undefined,
    );
    accepted.push([isSignedByTelnyx(fake.account, signed), theirs]);
  }
  expect(accepted).toEqual([
    [true, event.data],
    [false, undefined],
  ]);
  await fake.close();
  await relay.close();
});
