import type { PhoneNumber } from "@callwright/contract";
import { TwilioLine, type TwilioLineOptions } from "../twilio/twilio-line.ts";
import type { TwilioNumber } from "../twilio/twilio-number.ts";
import { twilioWebhooks } from "../twilio/twilio-webhooks.ts";
import { CARRIER_ORG, type CarrierUnderTest, FAR_ENDS, openCarrierPort, PUBLIC_ORIGIN } from "./carrier-port.ts";
import { type FakeTwilio, startFakeTwilio } from "./fake-twilio.ts";

export interface TwilioUnderTest extends CarrierUnderTest<TwilioLine, FakeTwilio> {
  number: PhoneNumber;
}

/** A line of Twilio with its webhooks on a port of its own, and a Twilio beside it. */
export async function openTwilioLine(more: Partial<TwilioLineOptions> = {}): Promise<TwilioUnderTest> {
  const port = await openCarrierPort();
  const fake = await startFakeTwilio({ phoneNumber: "+14155550123", farEnds: FAR_ENDS, reach: port.options.reach });
  const number: TwilioNumber["number"] = {
    id: CARRIER_ORG,
    orgId: CARRIER_ORG,
    provider: "twilio",
    number: fake.number.phone_number,
    storedSecrets: ["twilioAuthToken"],
    createdAt: "",
    updatedAt: "",
    twilioAccountSid: fake.account.accountSid,
  };
  const account = { ...fake.account };
  const options: TwilioLineOptions = {
    ...port.options,
    textLimits: port.options.limits,
    config: { publicUrl: PUBLIC_ORIGIN, nodeUrl: PUBLIC_ORIGIN, twilioBaseUrl: fake.url },
    numberOf: async (id) => (id === CARRIER_ORG ? { orgId: CARRIER_ORG, number, account, state: {} } : undefined),
    ...more,
  };
  const line = new TwilioLine(options);
  twilioWebhooks(port.app, options, line);
  fake.number.voice_url = `${PUBLIC_ORIGIN}/phone-number/${CARRIER_ORG}/twilio/voice`;
  fake.number.status_callback = `${PUBLIC_ORIGIN}/phone-number/${CARRIER_ORG}/twilio/status`;
  return { ...port.serve(line, fake), number };
}
