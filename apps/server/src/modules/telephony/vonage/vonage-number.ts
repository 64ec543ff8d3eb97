import type { ServerContext } from "../../../platform/platform.ts";
import { type CarrierNumber, findCarrierNumber } from "../carrier/carrier-number.ts";
import type { VonageAccount } from "./vonage-client.ts";

/** A number of Vonage, and the keys of its account and its application. */
export interface VonageNumber extends Pick<CarrierNumber<"vonage">, "number" | "orgId"> {
  account: VonageAccount;
}

/** See `findCarrierNumber`. Undefined also where the credential has no application, or cannot check what Vonage signs. */
export async function findVonageNumber(
  context: Pick<ServerContext, "db" | "secrets">,
  id: string,
): Promise<VonageNumber | undefined> {
  const found = await findCarrierNumber(context, "vonage", id);
  const { applicationId, privateKey, signatureSecret } = found?.keys ?? {};
  if (!found || !applicationId || !privateKey || !signatureSecret) return undefined;
  const { apiKey, apiSecret } = found.keys;
  return {
    orgId: found.orgId,
    number: found.number,
    account: { apiKey, apiSecret, applicationId, privateKey, signatureSecret },
  };
}
