import { z } from "zod";

/**
 * Keys that belong to one assistant or workflow alone: none. One inside of an assistant would travel with every version, draft, call
 * and answer of it. It belongs into a credential, where it is encrypted and never returned, and `credentialIds` names that.
 */
export const InlineCredentials = z.array(z.looseObject({})).refine((credentials) => credentials.length === 0, {
  message: "must be left out: keep the key with POST /credential, and name that credential in credentialIds",
});
