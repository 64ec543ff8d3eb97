import type { PhoneNumber } from "@callwright/contract";
import { TwilioLine, type TwilioLineOptions } from "../twilio/twilio-line.ts";
import type { TwilioNumber } from "../twilio/twilio-number.ts";
import { twilioWebhooks } from "../twilio/twilio-webhooks.ts";
import { FAR_ENDS, openCarrierPort, PUBLIC_ORIGIN } from "./carrier-port.ts";
import { type FakeTwilio, startFakeTwilio } from "./fake-twilio.ts";

const ORG = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";

export interface TwilioUnderTest {
  line: TwilioLine;
  number: PhoneNumber;
  fake: FakeTwilio;
  /** An address of the server in this network, for its public one. */
  reach(url: string): string;
  /** Ids of calls whose sound is connected, in order. */
  connected: string[];
  /** The lines of the log. */
  log: string[];
  close(): Promise<void>;
}

/** A line of Twilio with its webhooks on a port of its own, and a Twilio beside it. */
export async function openTwilioLine(more: Partial<TwilioLineOptions> = {}): Promise<TwilioUnderTest> {
  const port = await openCarrierPort();
  const { log, reach } = port;
  const fake = await startFakeTwilio({ phoneNumber: "+14155550123", farEnds: FAR_ENDS, reach });
  const number: TwilioNumber["number"] = {
    ...{ id: ORG, orgId: ORG, provider: "twilio", number: fake.number.phone_number, storedSecrets: ["twilioAuthToken"] },
    ...{ createdAt: "", updatedAt: "", twilioAccountSid: fake.account.accountSid },
  };
  const account = { ...fake.account };
  const options: TwilioLineOptions = {
    ...{ ...port.options, textLimits: port.options.limits, reach },
    config: { publicUrl: PUBLIC_ORIGIN, nodeUrl: PUBLIC_ORIGIN, twilioBaseUrl: fake.url },
    numberOf: async (id) => (id === ORG ? { orgId: ORG, number, account, state: {} } : undefined),
    ...more,
  };
  const line = new TwilioLine(options);
  twilioWebhooks(port.app, options, line);
  fake.number.voice_url = `${PUBLIC_ORIGIN}/phone-number/${ORG}/twilio/voice`;
  fake.number.status_callback = `${PUBLIC_ORIGIN}/phone-number/${ORG}/twilio/status`;
  return {
    ...{ line, number, fake, reach, connected: port.serve(line), log },
    async close() {
      await line.close();
      await fake.close();
      await port.close();
    },
  };
}
