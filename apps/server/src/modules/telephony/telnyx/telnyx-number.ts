import type { ServerContext } from "../../../platform/platform.ts";
import { type CarrierNumber, findCarrierNumber } from "../carrier/carrier-number.ts";
import type { TelnyxAccount } from "./telnyx-client.ts";

/** A number of Telnyx, and the keys of its account. */
export interface TelnyxNumber extends Pick<CarrierNumber<"telnyx">, "number" | "orgId"> {
  account: TelnyxAccount;
}

/** See `findCarrierNumber`. */
export async function findTelnyxNumber(
  context: Pick<ServerContext, "db" | "secrets">,
  id: string,
): Promise<TelnyxNumber | undefined> {
  const found = await findCarrierNumber(context, "telnyx", id);
  return found && { orgId: found.orgId, number: found.number, account: found.keys };
}
