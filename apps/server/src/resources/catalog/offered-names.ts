import type { OfferedNames, UsedPart } from "@callwright/contract";
import { listProviderNames } from "@callwright/engine/conversation";
import { knownNames } from "../../catalog/known-names.ts";
import type { OrgCaller } from "../../http/caller.ts";
import type { ServerContext } from "../../server-context.ts";
import { findNewestCredential } from "../credential/provider-keys.ts";

/**
 * Names to choose from: those of the catalog that have not ended, then those that only the provider lists. The provider is asked with the
 * organization's newest key, else with the server's. Never fails: what goes wrong is the `message`.
 */
export async function getOfferedNames(
  context: ServerContext,
  { orgId }: OrgCaller,
  { part, provider }: { part: UsedPart; provider: string },
  signal: AbortSignal,
): Promise<OfferedNames> {
  const { config, now } = context;
  const known = knownNames().names(part, provider, now().getTime());
  const own = await findNewestCredential(context, orgId, provider, {});
  const { providerKeys: keys, providerUrls: urls, allowPrivateAddresses } = config;
  const keyContext = { keys, urls, allowPrivateAddresses, ...(own && { orgKeys: { [provider]: own } }) };
  const { state, names, message } = await listProviderNames(part, provider, keyContext, signal);
  return { names: [...new Set([...known, ...names])], list: state, ...(message !== undefined && { message }) };
}
