import { type Catalog, PROVIDERS_OF_PARTS, USED_PARTS, type UsedPart } from "@callwright/contract";
import { listProviderNames } from "@callwright/engine/conversation";
import type { Config } from "../../../platform/config/config.ts";

/** How the catalog differs from what a provider lists. */
export interface CatalogDifference {
  part: UsedPart;
  provider: string;
  /** Names that the provider lists and the catalog does not know. */
  unknown: readonly string[];
  /** Current names of the catalog that the provider does not list. */
  unlisted: readonly string[];
}

/** Asks each provider that has a key in the environment. `skipped`: why a provider was not compared. */
export async function compareCatalog(
  catalog: Catalog,
  {
    providerKeys: keys,
    providerUrls: urls,
    allowPrivateAddresses,
  }: Pick<Config, "providerKeys" | "providerUrls" | "allowPrivateAddresses">,
  nowMs: number,
  signal: AbortSignal,
): Promise<{ differences: CatalogDifference[]; skipped: { part: UsedPart; provider: string; why: string }[] }> {
  const differences: CatalogDifference[] = [];
  const skipped: { part: UsedPart; provider: string; why: string }[] = [];
  for (const part of USED_PARTS)
    for (const provider of PROVIDERS_OF_PARTS[part]) {
      const { state, names, message } = await listProviderNames(part, provider, { keys, urls, allowPrivateAddresses }, signal);
      if (state === "unlisted") continue;
      if (state !== "read") {
        skipped.push({ part, provider, why: state === "needs-credential" ? "no key" : (message ?? "no answer") });
        continue;
      }
      // A provider may list `nova-3-general` and a day's snapshot, and take `nova-3`.
      const isListed = (name: string) => names.some((each) => each === name || each.startsWith(`${name}-`));
      differences.push({
        part,
        provider,
        unknown: names.filter((name) => catalog.find({ part, provider, name }) === undefined),
        unlisted: catalog.names(part, provider, nowMs).filter((name) => !isListed(name)),
      });
    }
  return { differences, skipped };
}
