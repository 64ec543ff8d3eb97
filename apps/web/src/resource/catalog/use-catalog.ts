import {
  CATALOG,
  Catalog,
  type Ending,
  findEndings,
  firstModelOf,
  type UsedPart,
  VOICE_LIBRARY_PROVIDERS,
} from "@callwright/contract";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useClient, useServices } from "../../data/services.tsx";

const HOUR_MS = 3_600_000;

/**
 * The names of providers' models, voices and transcribers in the host's catalog; until that is loaded, and on another host, those of this release.
 */
export function useCatalog(): Catalog {
  const client = useClient();
  const { dataHost } = useServices();
  const { data } = useQuery({
    queryKey: ["catalog"],
    queryFn: ({ signal }) => client.catalog.list({ signal }),
    enabled: dataHost.offers("listCatalog"),
    staleTime: HOUR_MS,
  });
  return useMemo(() => (data ? new Catalog(data) : CATALOG), [data]);
}

/** Suggested names of a provider; other names are valid, too. With a key, they include the provider's own list. */
export function useOfferedNames(part: UsedPart, provider: string): readonly string[] {
  const client = useClient();
  const { dataHost } = useServices();
  const catalog = useCatalog();
  const [nowMs] = useState(Date.now);
  const { data } = useQuery({
    queryKey: ["catalog", "names", part, provider],
    queryFn: ({ signal }) => client.catalog.getOfferedNames({ query: { part, provider }, signal }),
    enabled: dataHost.offers("getOfferedNames"),
    staleTime: HOUR_MS,
  });
  return data?.names ?? catalog.names(part, provider, nowMs);
}

/** The voices that a provider lists with the organization's key, by id. Empty without a key, and until they are read. */
export function useOfferedVoices(provider: string): Readonly<Record<string, string>> {
  const client = useClient();
  const { dataHost } = useServices();
  const listed = VOICE_LIBRARY_PROVIDERS.find((each) => each === provider && each !== "callwright");
  const { data } = useQuery({
    queryKey: ["catalog", "voices", provider],
    queryFn: listed ? ({ signal }) => client.voiceLibrary.getOfferedVoices({ provider: listed, signal }) : skipToken,
    enabled: dataHost.offers("getOfferedVoices"),
    staleTime: HOUR_MS,
  });
  return useMemo(() => Object.fromEntries((data?.voices ?? []).map(({ voiceId, name }) => [voiceId, name])), [data]);
}

/** The model that a provider begins with. */
export function useFirstModel(): (provider: string) => string {
  const catalog = useCatalog();
  const [nowMs] = useState(Date.now);
  return (provider) => firstModelOf(provider, catalog, nowMs);
}

/** Names in a configuration that end soon, or have ended. */
export function useEndings(config: object): readonly Ending[] {
  const catalog = useCatalog();
  const [nowMs] = useState(Date.now);
  return useMemo(() => findEndings(config, catalog, nowMs), [config, catalog, nowMs]);
}
