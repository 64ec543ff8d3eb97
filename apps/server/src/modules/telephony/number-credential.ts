import { and, eq, isNull, sql } from "drizzle-orm";
import { credential } from "../credential/tables.ts";
import { phoneNumber } from "./tables.ts";

/** Joins a phone number with its credential, when that is one of the provider. */
export const credentialOfNumber = (provider: string) =>
  and(
    sql`${credential.id}::text = lower(${phoneNumber.config} ->> 'credentialId')`,
    eq(credential.orgId, phoneNumber.orgId),
    isNull(credential.deletedAt),
    sql`${credential.config} ->> 'provider' = ${provider}`,
  );
