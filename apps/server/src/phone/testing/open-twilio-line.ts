import type { PhoneNumber } from "@callwright/contract";
import { newApp } from "../../http/app.ts";
import { openPort } from "../../http/open-port.ts";
import { createLogger } from "../../logger.ts";
import { TwilioLine, type TwilioLineOptions } from "../twilio/twilio-line.ts";
import type { TwilioNumber } from "../twilio/twilio-number.ts";
import { twilioWebhooks } from "../twilio/twilio-webhooks.ts";
import { type FakeTwilio, startFakeTwilio } from "./fake-twilio.ts";

const ORG = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";
/** As Twilio knows the server. */
export const PUBLIC_ORIGIN = "https://voice.example.com";

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
  const log: string[] = [];
  const logger = createLogger({ logLevel: "info" }, { write: (line) => void log.push(line) });
  const port = await openPort({ host: "127.0.0.1", port: 0 }, logger);
  const local = `127.0.0.1:${port.number}`;
  const reach = (url: string) => url.replace("voice.example.com", local).replace(/^(http|ws)s/, "$1");
  const fake = await startFakeTwilio({
    phoneNumber: "+14155550123",
    farEnds: {
      "+14155550101": "is picked up",
      "+14155550103": "is busy",
      "+14155550104": "never answers",
      "+14155550105": "declines",
      "+14155550107": "does not exist",
    },
    reach,
  });
  const number: TwilioNumber["number"] = {
    ...{ id: ORG, orgId: ORG, provider: "twilio", number: fake.number.phone_number, storedSecrets: ["twilioAuthToken"] },
    ...{ createdAt: "", updatedAt: "", twilioAccountSid: fake.account.accountSid },
  };
  const account = { ...fake.account };
  const used = new Set<string>();
  const options: TwilioLineOptions = {
    config: { publicUrl: PUBLIC_ORIGIN, nodeUrl: PUBLIC_ORIGIN, twilioBaseUrl: fake.url },
    ...{ log: logger, now: () => new Date(), limits: { admit: async () => {} }, textLimits: { admit: async () => {} } },
    numberOf: async (id) => (id === ORG ? { orgId: ORG, number, account, state: {} } : undefined),
    isFirstUse: async (_orgId, name) => !used.has(name) && used.add(name).has(name),
    reach,
    ...more,
  };
  const line = new TwilioLine(options);
  const app = newApp();
  twilioWebhooks(app, options, line);
  port.serve(app);
  port.onUpgrade((request, socket, head) => line.streams.accept(request, socket, head));
  fake.number.voice_url = `${PUBLIC_ORIGIN}/phone-number/${ORG}/twilio/voice`;
  fake.number.status_callback = `${PUBLIC_ORIGIN}/phone-number/${ORG}/twilio/status`;
  const connected: string[] = [];
  const dial = line.dial.bind(line);
  line.dial = (request) =>
    dial({
      ...request,
      media: {
        ...request.media,
        connect: (onSound) => {
          connected.push(request.media.callId);
          return request.media.connect(onSound);
        },
      },
    });
  return {
    ...{ line, number, fake, reach, connected, log },
    async close() {
      await line.close();
      await fake.close();
      await port.close();
    },
  };
}
