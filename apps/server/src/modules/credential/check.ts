import { CREDENTIAL_USES_LISTED, type CredentialCheck, type CredentialUse, PlatformError } from "@callwright/contract";
import { checkKey, type ProviderKey } from "@callwright/engine/conversation";
import { STORAGE_PROVIDERS } from "../../platform/capabilities/runnable.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { findUsers } from "../../platform/resource-kit/find-users.ts";
import { findResource, type ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { testBucket } from "../../platform/storage/test-bucket.ts";
import { assistant } from "../assistant/tables.ts";
import { squad } from "../squad/tables.ts";
import { phoneNumber } from "../telephony/tables.ts";
import { tool } from "../tool/tables.ts";
import { workflow } from "../workflow/tables.ts";
import { openCredential } from "./credential-rows.ts";
import { openRowBucket } from "./org-buckets.ts";
import { type AccountState, accessTokenOf, openTokens } from "./outgoing/connected/connected-account.ts";
import { connectableOf } from "./outgoing/connected/services.ts";
import { credentials } from "./service.ts";
import { credential } from "./tables.ts";

/** Credentials of Azure may also be for speech, and those of Cloudflare for models. */
const isStorage = ({ provider, service, bucketPlan }: Record<string, unknown>) =>
  STORAGE_PROVIDERS.some((each) => each === provider) &&
  (provider !== "azure" || service === "blob_storage") &&
  (provider !== "cloudflare" || bucketPlan !== undefined);

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
  if (connectableOf(provider)) return checkAccount(context, row);
  const opened = openCredential<ProviderKey>(context, row);
  const { providerUrls: urls, allowPrivateAddresses } = context.config;
  return checkKey(provider, { keys: {}, orgKeys: { [provider]: opened }, urls, allowPrivateAddresses }, signal);
}

/** Whether the service still accepts the sign-in, by a new token. */
async function checkAccount(context: ServerContext, row: ResourceRow): Promise<CredentialCheck> {
  const { connection } = row.state as AccountState;
  const account = connection?.account === undefined ? "" : ` as ${connection.account}`;
  try {
    // A token that counts as refused is renewed, if possible.
    const tokens = openTokens(context, row);
    const refused = tokens?.refreshToken === undefined ? undefined : tokens.accessToken;
    await accessTokenOf(context, row.orgId, row.id, refused);
    return { state: "works", message: `The account is connected${account}.` };
  } catch (error) {
    if (error instanceof PlatformError) return { state: "refused", message: error.message };
    return { state: "failed", message: `The service could not be asked: ${(error as Error).message}.` };
  }
}

/** What names the credential, drafts not included. Fails with `not-found`. */
export async function listCredentialUses(context: ServerContext, caller: OrgCaller, id: string): Promise<CredentialUse[]> {
  await credentials.get(context, caller, id);
  const tables = { assistant, squad, workflow, tool, "phone-number": phoneNumber };
  const found = await findUsers(context.db, caller.orgId, { tables, fields: FIELDS, id, limit: CREDENTIAL_USES_LISTED });
  return found.map(({ noun, name, id: user }) => ({ resource: noun, id: user, ...(name !== null && { name }) }));
}
