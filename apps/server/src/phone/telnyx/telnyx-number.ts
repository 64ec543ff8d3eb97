import { CREDENTIAL_SECRETS, type CreateCredential, PHONE_NUMBER_SECRETS, type PhoneNumber } from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import { credential, phoneNumber } from "../../db/schema/platform.ts";
import { openConfig, plainEntity } from "../../resource-kit/resource-service.ts";
import type { ServerContext } from "../../server-context.ts";
import { credentialOfNumber } from "../number-credential.ts";
import type { TelnyxAccount } from "./telnyx-client.ts";

type TelnyxCredential = Extract<CreateCredential, { provider: "telnyx" }>;

/** A number of Telnyx, and the keys of its account. */
export interface TelnyxNumber {
  orgId: string;
  /** Without secrets. */
  number: Extract<PhoneNumber, { provider: "telnyx" }>;
  account: TelnyxAccount;
}

/** In any organization: a webhook names none, and the signature of the number's account proves its sender. Undefined also for a number without its credential. */
export async function findTelnyxNumber(
  context: Pick<ServerContext, "db" | "secrets">,
  id: string,
): Promise<TelnyxNumber | undefined> {
  const [row] = await context.db
    .select({ number: phoneNumber, keys: credential })
    .from(phoneNumber)
    .innerJoin(credential, credentialOfNumber("telnyx"))
    .where(and(eq(phoneNumber.id, id), isNull(phoneNumber.deletedAt), sql`${phoneNumber.config} ->> 'provider' = 'telnyx'`));
  if (!row) return undefined;
  const { number, keys } = row;
  const { apiKey, publicKey } = openConfig<TelnyxCredential>(context, credential, keys, CREDENTIAL_SECRETS.get("telnyx") ?? []);
  return {
    orgId: number.orgId,
    number: plainEntity({
      ...number,
      config: openConfig(context, phoneNumber, number, PHONE_NUMBER_SECRETS),
    }) as TelnyxNumber["number"],
    account: { apiKey, publicKey },
  };
}
