import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { CREDENTIAL_USES_LISTED } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { credentialNoun } from "./credential-noun.ts";

/** The provider's answer about a key. Callwright only. */
export const CredentialCheck = z.object({
  /** `limited`: it accepts the key, and its limit is reached. `untested`: it has no free request that tests a key. */
  state: z.enum(["works", "refused", "limited", "failed", "untested"]),
  /** A sentence. */
  message: z.string(),
});
export type CredentialCheck = z.infer<typeof CredentialCheck>;

/** A resource that uses a credential: in its published form, at any depth. Callwright only. */
export const CredentialUse = z.object({
  resource: z.enum(["assistant", "squad", "workflow", "tool", "phone-number"]),
  id: Id,
  /** Absent for one without a name. */
  name: z.string().optional(),
});
export type CredentialUse = z.infer<typeof CredentialUse>;

export const credentialCheckRoutes = describeRoutes(credentialNoun.addresses, {
  checkCredential: {
    role: "admin",
    response: CredentialCheck,
    summary: "Ask the provider whether it accepts a credential's key, with a request that costs nothing",
  },
  listCredentialUses: {
    response: z.array(CredentialUse),
    summary: `List what names a credential, at most ${CREDENTIAL_USES_LISTED}`,
  },
});
