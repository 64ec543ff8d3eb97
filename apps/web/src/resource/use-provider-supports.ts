import type { ProviderSupport } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import type { PartName } from "../data/capabilities.ts";
import { useClient } from "../data/services.tsx";
import { useCapabilities } from "../data/use-capabilities.ts";
import { choicesQuery } from "./resource-queries.ts";
import { useMay } from "./use-may.ts";

const CREDENTIALS = { path: "credentials", name: "Credential" };

/** The providers of a part by id. A provider that needs a credential is ready when the organization has that credential. */
export function useProviderSupports(part: PartName): Readonly<Record<string, ProviderSupport>> {
  const supports = useCapabilities().providers[part];
  const needing = Object.entries(supports).filter(([, { state }]) => state === "needs-credential");
  const owned = useOwnedProviders(needing.length > 0);
  const met = needing.filter(([provider, support]) => owned && hasCredential(provider, support, owned));
  return { ...supports, ...Object.fromEntries(met.map(([provider, support]) => [provider, { ...support, state: "ready" }])) };
}

/** Whether the organization owns a credential that a provider can use. */
export function hasCredential(
  provider: string,
  { credentials = [provider] }: ProviderSupport,
  owned: ReadonlySet<string>,
): boolean {
  return credentials.some((each) => owned.has(each));
}

/** The providers that the organization has a credential of; undefined if unknown, or not requested. */
export function useOwnedProviders(isAsked: boolean): ReadonlySet<string> | undefined {
  const may = useMay(CREDENTIALS);
  const credentials = useQuery({ ...choicesQuery(useClient(), CREDENTIALS), enabled: isAsked && may("list") });
  return credentials.data && new Set(credentials.data.results.map(({ provider }) => String(provider)));
}
