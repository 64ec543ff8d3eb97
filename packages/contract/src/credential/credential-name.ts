import { z } from "zod";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";

export const CredentialName = z.string().min(1).max(NAME_MAX_CHARACTERS).optional();

/** A key that is not secret: an account, a user, a public key. */
export const PlainKey = z.string().min(1).max(10_000);

/** A provider's API URL, if not the default. */
export const ApiUrl = z.url({ protocol: /^https?$/ });

/** The credential of a provider. */
export const credential = <const Provider extends string, Fields extends z.ZodRawShape>(provider: Provider, fields: Fields) =>
  z.strictObject({ provider: z.literal(provider), name: CredentialName, ...fields });
