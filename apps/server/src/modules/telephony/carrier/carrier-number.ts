import { CREDENTIAL_SECRETS, type CreateCredential, type CreatePhoneNumber, PHONE_NUMBER_SECRETS } from "@callwright/contract";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { ServerContext } from "../../../platform/platform.ts";
import { openConfig, plainEntity } from "../../../platform/resource-kit/resource-service.ts";
import { credential } from "../../credential/tables.ts";
import { credentialOfNumber } from "../number-credential.ts";
import { phoneNumber } from "../tables.ts";
import type { CarrierNumber, CarrierSpec } from "./carrier-spec.ts";

/** In any organization: a webhook names none, and the signature of the number's account proves its sender. Undefined also for a number that lacks keys. */
export async function findCarrierNumber(
  context: Pick<ServerContext, "db" | "secrets">,
  { id: provider, accountOf }: Pick<CarrierSpec, "accountOf" | "id">,
  id: string,
): Promise<CarrierNumber | undefined> {
  const [row] = await context.db
    .select({ number: phoneNumber, keys: credential })
    .from(phoneNumber)
    .leftJoin(credential, credentialOfNumber(provider))
    .where(and(eq(phoneNumber.id, id), isNull(phoneNumber.deletedAt), sql`${phoneNumber.config} ->> 'provider' = ${provider}`));
  if (!row) return undefined;
  const { number, keys } = row;
  const config = openConfig<CreatePhoneNumber>(context, phoneNumber, number, PHONE_NUMBER_SECRETS);
  const secrets = CREDENTIAL_SECRETS.get(provider) ?? [];
  const account = accountOf(config, keys ? openConfig<CreateCredential>(context, credential, keys, secrets) : undefined);
  if (account === undefined) return undefined;
  const ownKeys = PHONE_NUMBER_SECRETS.filter((path) => path in config);
  const shown = Object.fromEntries(Object.entries(config).filter(([field]) => !ownKeys.includes(field)));
  const entity = plainEntity({ ...number, config: shown }) as CarrierNumber["number"];
  return { orgId: number.orgId, account, number: ownKeys.length > 0 ? { ...entity, storedSecrets: ownKeys } : entity };
}
