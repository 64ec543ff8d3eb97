import { CATALOG, Catalog, type Ending, findEndings, type UsedPart } from "@callwright/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useClient, useServices } from "../../data/services.tsx";

const HOUR_MS = 3_600_000;

/** The names of providers' models, voices and transcribers as the host knows them; as this release knows them until then, and on another host. */
export function useCatalog(): Catalog {
  const client = useClient();
  const { dataHost } = useServices();
  const { data } = useQuery({
    queryKey: ["catalog"],
    queryFn: ({ signal }) => client.listCatalog({ signal }),
    enabled: dataHost.offers("listCatalog"),
    staleTime: HOUR_MS,
  });
  return useMemo(() => (data ? new Catalog(data) : CATALOG), [data]);
}

/** Names to choose from at a provider; other names are valid, too. With a key, what the provider itself lists is among them. */
export function useOfferedNames(part: UsedPart, provider: string): readonly string[] {
  const client = useClient();
  const { dataHost } = useServices();
  const catalog = useCatalog();
  const [nowMs] = useState(Date.now);
  const { data } = useQuery({
    queryKey: ["catalog", "names", part, provider],
    queryFn: ({ signal }) => client.getOfferedNames({ query: { part, provider }, signal }),
    enabled: dataHost.offers("getOfferedNames"),
    staleTime: HOUR_MS,
  });
  return data?.names ?? catalog.names(part, provider, nowMs);
}

/** What in a configuration ends soon, or has ended. */
export function useEndings(config: object): readonly Ending[] {
  const catalog = useCatalog();
  const [nowMs] = useState(Date.now);
  return useMemo(() => findEndings(config, catalog, nowMs), [config, catalog, nowMs]);
}
