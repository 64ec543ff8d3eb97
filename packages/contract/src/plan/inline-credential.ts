import { z } from "zod";
import { emptyList } from "../wire/empty-list.ts";

/**
 * Inline keys are rejected. A key inside an assistant would be copied into every version, draft, call and response. It belongs in a
 * credential, which is encrypted and never returned, and which `credentialIds` names.
 */
export const InlineCredentials = emptyList(
  z.looseObject({}),
  "must be empty: store the key with POST /credential and put the credential's id into credentialIds",
);
