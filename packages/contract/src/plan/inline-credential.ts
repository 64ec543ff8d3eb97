import { z } from "zod";

/**
 * Inline keys are rejected. A key inside an assistant would be copied into every version, draft, call and response. It belongs in a
 * credential, which is encrypted and never returned, and which `credentialIds` names.
 */
export const InlineCredentials = z.array(z.looseObject({})).refine((credentials) => credentials.length === 0, {
  message: "must be empty: store the key with POST /credential and put the credential's id into credentialIds",
});
