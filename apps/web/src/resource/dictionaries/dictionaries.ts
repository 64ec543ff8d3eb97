import { LIST_LIMIT, PROVIDER_RESOURCE_NAMES, type ProviderResource } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useClient } from "../../data/services.tsx";

export const RESOURCE_NAME = PROVIDER_RESOURCE_NAMES[0];

/** A provider with pronunciation dictionaries. */
export type DictionaryProvider = ProviderResource["provider"];

export const dictionariesKey = (provider: DictionaryProvider) => ["dictionaries", provider] as const;

/** The organization's pronunciation dictionaries at a provider, the newest first. */
export function useDictionaries(provider: DictionaryProvider) {
  const client = useClient();
  return useQuery({
    queryKey: dictionariesKey(provider),
    queryFn: ({ signal }) =>
      client.providerResources.list({ provider, resourceName: RESOURCE_NAME, query: { limit: LIST_LIMIT.max }, signal }),
    select: ({ results }) => results,
  });
}

export function dictionaryName({ resource, resourceId }: ProviderResource): string {
  const name = resource.dictionaryName ?? resource.name;
  return typeof name === "string" && name !== "" ? name : resourceId;
}
