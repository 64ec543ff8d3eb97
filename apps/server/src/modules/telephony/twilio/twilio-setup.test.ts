import { afterEach, expect, it } from "vitest";
import { openTwilioLine, PUBLIC_ORIGIN, type TwilioUnderTest } from "../testing/carrier-lines.ts";
import { openTwilio, twilioFailure } from "./twilio-client.ts";

let tested: TwilioUnderTest;
afterEach(() => tested.close());

const check = async () => (await tested.line.setup.check(tested.number.id)).map(({ id, state }) => `${id} ${state}`);
const HERE = ["publicAddress ready", "reachable ready"];

it("brings a number's calls here, checks it, and gives back what was there", async () => {
  tested = await openTwilioLine();
  const { fake, line, number } = tested;
  Object.assign(fake.number, {
    voice_url: "https://old.example/voice?secret=1",
    voice_application_sid: "AP1",
    status_callback: "",
    sms_url: "https://old.example/sms",
  });
  const before = { ...fake.number };
  expect(await check()).toEqual([...HERE, "keys ready", "owned ready", "answersHere failed", "textsHere failed"]);
  const [step] = (await line.setup.check(number.id)).slice(-2);
  expect(step?.message).not.toContain("secret");
  const connected = await line.setup.connect(number.id);
  expect(connected.before).toMatchObject({ voiceUrl: "https://old.example/voice?secret=1", voiceApplicationSid: "AP1" });
  expect(connected.before).toMatchObject({ smsUrl: "https://old.example/sms" });
  expect(fake.number).toMatchObject({
    voice_url: `${PUBLIC_ORIGIN}/phone-number/${number.id}/twilio/voice`,
    voice_application_sid: "",
    sms_url: `${PUBLIC_ORIGIN}/phone-number/${number.id}/twilio/sms`,
  });
  expect(await check()).toEqual([...HERE, "keys ready", "owned ready", "answersHere ready", "textsHere ready"]);
  // The second time, there is nothing to change, and the earlier settings stay stored.
  expect(await line.setup.connect(number.id)).toEqual({});
  expect(await line.setup.giveBack(number.id, connected.before)).toBeUndefined();
  expect(fake.number).toEqual(before);
  // A setting that points elsewhere in the meantime stays.
  fake.number.voice_url = "https://new.example/voice";
  expect(await line.setup.giveBack(number.id, connected.before)).toBeUndefined();
  expect(fake.number.voice_url).toBe("https://new.example/voice");
});

it("tells which step fails: no websocket, wrong keys, a suspended account, another account's number", async () => {
  tested = await openTwilioLine({ reach: () => "ws://127.0.0.1:1" });
  expect((await check())[1]).toBe("reachable failed");
  tested.fake.account.status = "suspended";
  expect((await check()).slice(2)).toEqual(["keys failed", "owned open", "answersHere open"]);
  tested.fake.account.status = "active";
  tested.fake.number.phone_number = "+14155550188";
  expect((await check()).slice(2)).toEqual(["keys ready", "owned failed", "answersHere open"]);
  expect(await tested.line.setup.connect(tested.number.id)).toEqual({ problem: expect.stringContaining("no number") });
  tested.fake.account.authToken = "another";
  const steps = await tested.line.setup.check(tested.number.id);
  expect(steps[2]).toEqual({ id: "keys", state: "failed", message: "Twilio refuses the account's keys." });
  expect(await tested.line.setup.giveBack(tested.number.id, undefined)).toContain("still sends the calls");
});

it("brings text messages here after its calls, and leaves them alone when they are off or the number has none", async () => {
  tested = await openTwilioLine();
  const { fake, line, number } = tested;
  const { before } = await line.setup.connect(number.id);
  fake.number.sms_url = "https://elsewhere.example/sms";
  expect((await check()).slice(-2)).toEqual(["answersHere ready", "textsHere failed"]);
  expect((await line.setup.connect(number.id)).before).toEqual({
    smsUrl: "https://elsewhere.example/sms",
    smsMethod: "POST",
    smsApplicationSid: "",
  });
  expect(before).toMatchObject({ smsUrl: expect.stringContaining("demo.twilio.com") });
  expect(before).not.toHaveProperty("voiceUrl");
  for (const off of [{ smsEnabled: false }, { smsEnabled: true }]) {
    Object.assign(number, off);
    fake.number.capabilities = { voice: true, sms: !off.smsEnabled };
    fake.number.sms_url = "https://elsewhere.example/sms";
    expect((await check()).at(-1)).toBe("answersHere ready");
    expect(await line.setup.connect(number.id)).toEqual({});
    expect(fake.number.sms_url).toBe("https://elsewhere.example/sms");
  }
});

it("says what is wrong with an account SID that is none, as with any other failure of an account", async () => {
  tested = await openTwilioLine();
  const failure = await openTwilio({ accountSid: "Sample", authToken: "x" }, PUBLIC_ORIGIN).catch(twilioFailure);
  expect(failure).toEqual({ message: "twilioAccountSid must begin with AC: copy the Account SID from Twilio's console." });
});
