import { TelnyxLine, type TelnyxLineOptions } from "../telnyx/telnyx-line.ts";
import type { TelnyxNumber } from "../telnyx/telnyx-number.ts";
import { telnyxWebhooks } from "../telnyx/telnyx-webhooks.ts";
import { FAR_ENDS, openCarrierPort, PUBLIC_ORIGIN } from "./carrier-port.ts";
import { type FakeTelnyx, startFakeTelnyx } from "./fake-telnyx.ts";

const ORG = "0e3ad8ab-7ed2-4b1c-a3f7-4a8f9d1f6f33";

export interface TelnyxUnderTest {
  line: TelnyxLine;
  number: TelnyxNumber["number"];
  /** What the server knows of the account. */
  account: TelnyxNumber["account"];
  fake: FakeTelnyx;
  /** An address of the server in this network, for its public one. */
  reach(url: string): string;
  /** Ids of calls whose sound is connected, in order. */
  connected: string[];
  /** The lines of the log. */
  log: string[];
  close(): Promise<void>;
}

/** A line of Telnyx with its webhooks on a port of its own, and a Telnyx beside it that brings the number's calls here. */
export async function openTelnyxLine(more: Partial<TelnyxLineOptions> = {}): Promise<TelnyxUnderTest> {
  const port = await openCarrierPort();
  const { log, reach } = port;
  const fake = await startFakeTelnyx({ phoneNumber: "+14155550123", farEnds: FAR_ENDS, reach });
  const number: TelnyxNumber["number"] = {
    ...{ id: ORG, orgId: ORG, provider: "telnyx", number: fake.number.phone_number, credentialId: ORG },
    ...{ createdAt: "", updatedAt: "" },
  };
  const account = { ...fake.account };
  const options: TelnyxLineOptions = {
    ...{ ...port.options, reach },
    config: { publicUrl: PUBLIC_ORIGIN, nodeUrl: PUBLIC_ORIGIN, telnyxBaseUrl: fake.url },
    numberOf: async (id) => (id === ORG ? { orgId: ORG, number, account } : undefined),
    ...more,
  };
  const line = new TelnyxLine(options);
  telnyxWebhooks(port.app, options, line);
  const application = fake.applications.get(fake.number.connection_id);
  if (application) application.webhook_event_url = `${PUBLIC_ORIGIN}/phone-number/${ORG}/telnyx/events`;
  return {
    ...{ line, number, account, fake, reach, connected: port.serve(line), log },
    async close() {
      await line.close();
      await fake.close();
      await port.close();
    },
  };
}
