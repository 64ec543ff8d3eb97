import { VonageLine, type VonageLineOptions } from "../vonage/vonage-line.ts";
import type { VonageNumber } from "../vonage/vonage-number.ts";
import { vonageWebhooks } from "../vonage/vonage-webhooks.ts";
import { CARRIER_ORG, type CarrierUnderTest, FAR_ENDS, openCarrierPort, PUBLIC_ORIGIN } from "./carrier-port.ts";
import { type FakeVonage, startFakeVonage } from "./fake-vonage.ts";

export interface VonageUnderTest extends CarrierUnderTest<VonageLine, FakeVonage> {
  number: VonageNumber["number"];
  /** What the server knows of the account. */
  account: VonageNumber["account"];
}

/** Where the number's calls come to the server. */
export const VONAGE_HOOKS = `${PUBLIC_ORIGIN}/phone-number/${CARRIER_ORG}/vonage`;

/** A line of Vonage with its webhooks on a port of its own, and a Vonage beside it that brings the number's calls here. */
export async function openVonageLine(more: Partial<VonageLineOptions> = {}): Promise<VonageUnderTest> {
  const port = await openCarrierPort();
  const fake = await startFakeVonage({ phoneNumber: "+14155550123", farEnds: FAR_ENDS, reach: port.options.reach });
  const number: VonageNumber["number"] = {
    id: CARRIER_ORG,
    orgId: CARRIER_ORG,
    provider: "vonage",
    number: "+14155550123",
    credentialId: CARRIER_ORG,
    createdAt: "",
    updatedAt: "",
  };
  const account = { ...fake.account };
  const options: VonageLineOptions = {
    ...port.options,
    config: { publicUrl: PUBLIC_ORIGIN, nodeUrl: PUBLIC_ORIGIN, vonageBaseUrl: fake.url },
    numberOf: async (id) => (id === CARRIER_ORG ? { orgId: CARRIER_ORG, number, account } : undefined),
    ...more,
  };
  const line = new VonageLine(options);
  vonageWebhooks(port.app, options, line);
  bringHere(fake, VONAGE_HOOKS);
  return { ...port.serve(line, fake), number, account };
}

/** As **Setup** does. */
export function bringHere({ application, number }: FakeVonage, hooks: string): void {
  const posted = (name: string) => ({ address: `${hooks}/${name}`, http_method: "POST" });
  number.app_id = application.id;
  Object.assign(application.capabilities.voice, {
    webhooks: { answer_url: posted("answer"), event_url: posted("events") },
    signed_callbacks: true,
  });
}
