import { type Catalog, MODEL_PROVIDERS } from "@callwright/contract";
import { listProviderNames } from "@callwright/engine/conversation";
import type { Config } from "../config.ts";

/** How the catalog differs from what a provider lists. */
export interface CatalogDifference {
  provider: string;
  /** Names that the provider lists and the catalog does not know. */
  unknown: readonly string[];
  /** Names that live by the catalog and that the provider does not list. */
  unlisted: readonly string[];
}

/** Asks each provider of models that has a key in the environment. `skipped`: why a provider was not compared. */
export async function compareCatalog(
  catalog: Catalog,
  {
    providerKeys: keys,
    providerUrls: urls,
    allowPrivateAddresses,
  }: Pick<Config, "providerKeys" | "providerUrls" | "allowPrivateAddresses">,
  nowMs: number,
  signal: AbortSignal,
): Promise<{ differences: CatalogDifference[]; skipped: { provider: string; why: string }[] }> {
  const differences: CatalogDifference[] = [];
  const skipped: { provider: string; why: string }[] = [];
  for (const provider of MODEL_PROVIDERS) {
    const { state, names, message } = await listProviderNames("model", provider, { keys, urls, allowPrivateAddresses }, signal);
    if (state === "unlisted") continue;
    if (state !== "read") {
      skipped.push({ provider, why: state === "needs-credential" ? "no key" : (message ?? "no answer") });
      continue;
    }
    differences.push({
      provider,
      unknown: names.filter((name) => catalog.find({ part: "model", provider, name }) === undefined),
      unlisted: catalog.names("model", provider, nowMs).filter((name) => !names.includes(name)),
    });
  }
  return { differences, skipped };
}
