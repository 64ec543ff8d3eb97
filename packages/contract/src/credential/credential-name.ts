import { z } from "zod";
import { NAME_MAX_CHARACTERS } from "../limits.ts";

/** What every credential may be called. */
export const CredentialName = z.string().min(1).max(NAME_MAX_CHARACTERS).optional();

/** A key in clear text that is no secret: an account, a user, the public half of a pair. */
export const PlainKey = z.string().min(1).max(10_000);

/** Where a provider's API is reached when not at its usual address. */
export const ApiUrl = z.url({ protocol: /^https?$/ });
