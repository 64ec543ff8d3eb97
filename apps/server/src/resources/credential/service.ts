import { CREDENTIAL_SECRETS, CreateCredential, type Credential } from "@callwright/contract";
import { credential } from "../../db/schema/platform.ts";
import { createResourceService } from "../../resource-kit/resource-service.ts";

/** Keys to other people's services. */
export const credentials = createResourceService<CreateCredential, Credential>({
  noun: "Credential",
  table: credential,
  schema: CreateCredential,
  kind: "provider",
  secrets: ({ provider }) => CREDENTIAL_SECRETS.get(provider) ?? [],
});
