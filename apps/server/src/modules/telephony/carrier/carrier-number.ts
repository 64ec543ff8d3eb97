import { CREDENTIAL_SECRETS, type CreateCredential, PHONE_NUMBER_SECRETS, type PhoneNumber } from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { ServerContext } from "../../../platform/platform.ts";
import { openConfig, plainEntity } from "../../../platform/resource-kit/resource-service.ts";
import { credential } from "../../credential/tables.ts";
import { credentialOfNumber } from "../number-credential.ts";
import { phoneNumber } from "../tables.ts";

type Carrier = "telnyx" | "vonage";

/** A number of a carrier, and the keys of its account. */
export interface CarrierNumber<Provider extends Carrier> {
  orgId: string;
  /** Without secrets. */
  number: Extract<PhoneNumber, { provider: Provider }>;
  keys: Extract<CreateCredential, { provider: Provider }>;
}

/** In any organization: a webhook names none, and the signature of the number's account proves its sender. Undefined also for a number without its credential. */
export async function findCarrierNumber<Provider extends Carrier>(
  context: Pick<ServerContext, "db" | "secrets">,
  provider: Provider,
  id: string,
): Promise<CarrierNumber<Provider> | undefined> {
  const [row] = await context.db
    .select({ number: phoneNumber, keys: credential })
    .from(phoneNumber)
    .innerJoin(credential, credentialOfNumber(provider))
    .where(and(eq(phoneNumber.id, id), isNull(phoneNumber.deletedAt), sql`${phoneNumber.config} ->> 'provider' = ${provider}`));
  if (!row) return undefined;
  const { number, keys } = row;
  return {
    orgId: number.orgId,
    number: plainEntity({
      ...number,
      config: openConfig(context, phoneNumber, number, PHONE_NUMBER_SECRETS),
    }) as CarrierNumber<Provider>["number"],
    keys: openConfig(context, credential, keys, CREDENTIAL_SECRETS.get(provider) ?? []),
  };
}
