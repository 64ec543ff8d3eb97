import { lifeOf, type OfferedName, type OfferedNames, type UsedPart } from "@callwright/contract";
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
  const catalog = knownNames();
  const nowMs = now().getTime();
  const known = catalog.names(part, provider, nowMs);
  const offered = (name: string): OfferedName => {
    const row = catalog.find({ part, provider, name });
    const successor = row && catalog.successorOf(row, nowMs);
    return {
      name,
      ...(row && { life: lifeOf(row, nowMs) }),
      ...(row?.retires !== undefined && { retires: row.retires }),
      ...(successor !== undefined && { successor }),
    };
  };
  const own = await findNewestCredential(context, orgId, provider, {});
  const { providerKeys: keys, providerUrls: urls, allowPrivateAddresses } = config;
  const keyContext = { keys, urls, allowPrivateAddresses, ...(own && { orgKeys: { [provider]: own } }) };
  const listed = await listProviderNames(part, provider, keyContext, signal);
  if (listed.state !== "read")
    return {
      names: known.map(offered),
      list: listed.state,
      ...(listed.message !== undefined && { message: listed.message }),
    };
  const others = listed.names.filter((name) => !known.includes(name));
  return { names: [...known, ...others].map(offered), list: "read" };
}
