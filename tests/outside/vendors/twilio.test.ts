import twilio from "twilio";
import { expect, test } from "vitest";
import { FAR_ENDS } from "../../../apps/server/src/modules/telephony/testing/carrier-lines.ts";
import { startFakeTwilio } from "../../../apps/server/src/modules/telephony/testing/fake-twilio.ts";
import { isSignedByTwilio } from "../../../apps/server/src/modules/telephony/twilio/twilio.ts";
import { startRelay } from "./harness/relay.ts";

const OPTIONS = { phoneNumber: "+14155550123", farEnds: { ...FAR_ENDS, "+14155550102": "rings" as const } };

// The server uses this client, whose types check the bodies. This is its newest version, with the fake of the server's tests.
test("the newest client talks to the fake", async () => {
  const relay = await startRelay(() => fake.url);
  const fake = await startFakeTwilio({ ...OPTIONS, reach: () => relay.url });
  class AtFake extends twilio.RequestClient {
    override request<Data>(options: Parameters<typeof twilio.RequestClient.prototype.request<Data>>[0]) {
      return super.request<Data>({ ...options, uri: options.uri.replace("https://api.twilio.com", fake.url) });
    }
  }
  const { accountSid, authToken } = fake.account;
  const clientWith = (token: string) => twilio(accountSid, token, { env: {}, httpClient: new AtFake() });
  const client = clientWith(authToken);
  const [owned] = await client.incomingPhoneNumbers.list({ phoneNumber: "+14155550123" });
  await owned?.update({ voiceUrl: "https://voice.example.com/voice", voiceMethod: "POST", statusCallback: "" });
  expect(fake.number.voice_url).toBe("https://voice.example.com/voice");
  const call = await client.calls.create({ from: "+14155550123", to: "+14155550102", twiml: "<Response/>", timeout: 30 });
  expect(call).toMatchObject({ sid: fake.calls[0]?.sid, status: "queued" });
  await client.calls(call.sid).update({ status: "completed" });
  expect(fake.calls[0]?.isOver).toBe(true);
  await client.messages.create({ from: "+14155550123", to: "+14155550102", body: "Hello" });
  expect(fake.texts).toEqual([{ from: "+14155550123", to: "+14155550102", body: "Hello" }]);
  await expect(clientWith("wrong").calls.create({ from: "+14155550123", to: "+1", twiml: "" })).rejects.toMatchObject({
    code: 20003,
  });
  await fake.close();
  await relay.close();
});

test("the client's signature is ours: it accepts what the fake signs, and we accept what it signs", async () => {
  const relay = await startRelay(() => fake.url);
  const fake = await startFakeTwilio({ ...OPTIONS, reach: () => relay.url });
  const { authToken } = fake.account;
  const url = "https://voice.example.com/phone-number/1/twilio/voice";
  await fake.post(url, { CallSid: "CA1", From: "+14155550199" });
  const [seen] = relay.seen;
  const text = seen?.text ?? "";
  const form = Object.fromEntries(new URLSearchParams(text));
  expect(twilio.validateRequest(authToken, String(seen?.headers["x-twilio-signature"]), url, form)).toBe(true);
  const signed = twilio.getExpectedTwilioSignature(authToken, url, form);
  expect(await isSignedByTwilio(fake.account, signed, [url], form)).toBe(true);
  expect(await isSignedByTwilio(fake.account, signed, [url], { ...form, From: "+14155550198" })).toBe(false);
  await fake.close();
  await relay.close();
});
