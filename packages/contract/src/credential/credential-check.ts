import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { CREDENTIAL_USES_LISTED } from "../wire/limits.ts";
import { defineRoutes } from "../wire/route.ts";

/** What the provider makes of the key. Callwright only. */
export const CredentialCheck = z.object({
  /** `limited`: it accepts the key, and its limit is reached. `untested`: it has no free request that tests a key. */
  state: z.enum(["works", "refused", "limited", "failed", "untested"]),
  /** A sentence. */
  message: z.string(),
});
export type CredentialCheck = z.infer<typeof CredentialCheck>;

/** What names a credential: in its published form, at any depth. Callwright only. */
export const CredentialUse = z.object({
  resource: z.enum(["assistant", "squad", "workflow", "tool", "phone-number"]),
  id: Id,
  /** Absent for one without a name. */
  name: z.string().optional(),
});
export type CredentialUse = z.infer<typeof CredentialUse>;

export const credentialCheckRoutes = defineRoutes({
  checkCredential: {
    method: "POST",
    path: "/credential/{id}/check",
    scope: "private",
    role: "admin",
    response: CredentialCheck,
    status: 200,
    summary: "Ask the provider whether it accepts a credential's key, with a request that costs nothing",
  },
  listCredentialUses: {
    method: "GET",
    path: "/credential/{id}/used-by",
    scope: "private",
    role: "viewer",
    response: z.array(CredentialUse),
    status: 200,
    summary: `List what names a credential, at most ${CREDENTIAL_USES_LISTED}`,
  },
});
