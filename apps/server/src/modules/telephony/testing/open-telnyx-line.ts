import { TelnyxLine, type TelnyxLineOptions } from "../telnyx/telnyx-line.ts";
import type { TelnyxNumber } from "../telnyx/telnyx-number.ts";
import { telnyxWebhooks } from "../telnyx/telnyx-webhooks.ts";
import { CARRIER_ORG, type CarrierUnderTest, FAR_ENDS, openCarrierPort, PUBLIC_ORIGIN } from "./carrier-port.ts";
import { type FakeTelnyx, startFakeTelnyx } from "./fake-telnyx.ts";

export interface TelnyxUnderTest extends CarrierUnderTest<TelnyxLine, FakeTelnyx> {
  number: TelnyxNumber["number"];
  /** What the server knows of the account. */
  account: TelnyxNumber["account"];
}

/** A line of Telnyx with its webhooks on a port of its own, and a Telnyx beside it that brings the number's calls here. */
export async function openTelnyxLine(more: Partial<TelnyxLineOptions> = {}): Promise<TelnyxUnderTest> {
  const port = await openCarrierPort();
  const fake = await startFakeTelnyx({ phoneNumber: "+14155550123", farEnds: FAR_ENDS, reach: port.options.reach });
  const number: TelnyxNumber["number"] = {
    id: CARRIER_ORG,
    orgId: CARRIER_ORG,
    provider: "telnyx",
    number: fake.number.phone_number,
    credentialId: CARRIER_ORG,
    createdAt: "",
    updatedAt: "",
  };
  const account = { ...fake.account };
  const options: TelnyxLineOptions = {
    ...port.options,
    config: { publicUrl: PUBLIC_ORIGIN, nodeUrl: PUBLIC_ORIGIN, telnyxBaseUrl: fake.url },
    numberOf: async (id) => (id === CARRIER_ORG ? { orgId: CARRIER_ORG, number, account } : undefined),
    ...more,
  };
  const line = new TelnyxLine(options);
  telnyxWebhooks(port.app, options, line);
  const application = fake.applications.get(fake.number.connection_id);
  if (application) application.webhook_event_url = `${PUBLIC_ORIGIN}/phone-number/${CARRIER_ORG}/telnyx/events`;
  return { ...port.serve(line, fake), number, account };
}
