import {
  CREDENTIAL_SECRETS,
  CREDENTIAL_USES_LISTED,
  type CredentialCheck,
  type CredentialUse,
  PlatformError,
} from "@callwright/contract";
import { checkKey, type ProviderKey } from "@callwright/engine/conversation";
import { STORAGE_PROVIDERS } from "../../capabilities/runnable.ts";
import { assistant, credential, phoneNumber, squad, tool, workflow } from "../../db/schema/platform.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { findUsers } from "../../resource-kit/find-users.ts";
import { openConfig } from "../../resource-kit/resource-service.ts";
import { findResource } from "../../resource-kit/resource-store.ts";
import type { ServerContext } from "../../server-context.ts";
import { testBucket } from "../../storage/test-bucket.ts";
import { openRowBucket } from "../call-artifact/org-buckets.ts";
import { credentials } from "./service.ts";

const isStorage = ({ provider, service }: Record<string, unknown>) =>
  STORAGE_PROVIDERS.some((each) => each === provider) && (provider !== "azure" || service === "blob_storage");

const FIELDS = ["credentialIds", "credentialId"];

/** Asks the provider about the stored key. Fails with `not-found`. */
export async function checkCredential(
  context: ServerContext,
  { orgId }: OrgCaller,
  id: string,
  signal: AbortSignal,
): Promise<CredentialCheck> {
  const row = await findResource(context.db, orgId, { table: credential }, id);
  if (!row) throw new PlatformError("not-found", { what: "Credential" });
  const provider = String(row.config.provider);
  if (isStorage(row.config)) return testBucket(context.network, openRowBucket(context, row), signal);
  const opened = openConfig<ProviderKey>(context, credential, row, CREDENTIAL_SECRETS.get(provider) ?? []);
  const { providerUrls: urls, allowPrivateAddresses } = context.config;
  return checkKey(provider, { keys: {}, orgKeys: { [provider]: opened }, urls, allowPrivateAddresses }, signal);
}

/** What names the credential, drafts not included. Fails with `not-found`. */
export async function listCredentialUses(context: ServerContext, caller: OrgCaller, id: string): Promise<CredentialUse[]> {
  await credentials.get(context, caller, id);
  const tables = { assistant, squad, workflow, tool, "phone-number": phoneNumber };
  const found = await findUsers(context.db, caller.orgId, { tables, fields: FIELDS, id, limit: CREDENTIAL_USES_LISTED });
  return found.map(({ noun, name, id: user }) => ({ resource: noun, id: user, ...(name !== null && { name }) }));
}
