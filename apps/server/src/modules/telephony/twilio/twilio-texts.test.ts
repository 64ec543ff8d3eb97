import { afterEach, expect, it } from "vitest";
import type { CarrierLineOptions } from "../carrier/carrier-line.ts";
import { textParts } from "../carrier/carrier-line.ts";
import type { IncomingText } from "../phone-line.ts";
import { openTwilioLine, PUBLIC_ORIGIN, type TwilioUnderTest } from "../testing/carrier-lines.ts";

const PERSON = "+14155550199";
let tested: TwilioUnderTest;
afterEach(() => tested.close());

async function open(options?: Partial<CarrierLineOptions>) {
  tested = await openTwilioLine(options);
  tested.fake.number.sms_url = `${PUBLIC_ORIGIN}/phone-number/${tested.number.id}/twilio/sms`;
  const got: IncomingText[] = [];
  tested.line.open({ onCall: async () => {}, onText: async (message) => void got.push(message) });
  const send = (text: string, to = PERSON) =>
    tested.line.texts.send({ orgId: tested.number.orgId, from: tested.number, to, text }).then(
      () => "sent",
      (error: Error) => error.message,
    );
  return { got, send };
}

it("sends a message, a long one in parts of whole words, and counts each part", async () => {
  const admitted: string[] = [];
  const { send } = await open({ textLimits: { admit: async (_org, _from, to) => void admitted.push(to) } });
  const long = Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ");
  expect([await send(" Hello. "), await send(long)]).toEqual(["sent", "sent"]);
  const bodies = tested.fake.texts.map(({ body }) => body);
  expect(bodies[0]).toBe("Hello.");
  expect(bodies.slice(1).join(" ")).toBe(long);
  expect(Math.max(...bodies.map(({ length }) => length))).toBeLessThanOrEqual(1_600);
  expect(admitted).toEqual(bodies.map(() => PERSON));
  expect(textParts("x".repeat(1_700)).map(({ length }) => length)).toEqual([1_600, 100]);
});

it("says why Twilio takes no message, and logs no words", async () => {
  const { send } = await open();
  expect(await send("A secret.", "+15005550001")).toContain("not a valid phone number");
  tested.fake.optedOut.add(PERSON);
  expect(await send("A secret.")).toContain("unsubscribed");
  tested.fake.account.authToken = "another";
  expect(await send("A secret.")).toContain("keys");
  expect(tested.fake.texts).toEqual([]);
  expect(tested.log.join()).not.toContain("secret");
});

it("hands a message over once, if Twilio signed it and the person did not send it to Twilio itself", async () => {
  const { got } = await open();
  const first = await tested.fake.textIn(PERSON, " Hi ", { NumMedia: "2" });
  expect([first.status, first.text]).toEqual([200, "<Response></Response>"]);
  expect(got).toMatchObject([
    { from: PERSON, to: { id: tested.number.id }, text: expect.stringMatching(/^Hi\n.*2 attachments/) },
  ]);
  const url = String(tested.fake.number.sms_url);
  expect((await tested.fake.post(url, first.form)).status).toBe(200);
  for (const signature of [null, "", "c2lnbmF0dXJl"])
    expect((await tested.fake.post(url, { ...first.form, MessageSid: "SM1" }, signature)).status).toBe(403);
  await tested.fake.textIn(PERSON, "stop");
  await tested.fake.textIn(PERSON, "Arret", { OptOutType: "STOP" });
  await tested.fake.textIn(PERSON, " ");
  expect(got).toHaveLength(1);
});
