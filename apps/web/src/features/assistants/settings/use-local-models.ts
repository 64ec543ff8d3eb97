import type { LocalModelServer } from "@callwright/contract";
import { useClient, useServices } from "../../../data/services.tsx";

/** The query of the models on this server that its operator offers. */
export function useLocalModelsQuery() {
  const client = useClient();
  const { dataHost } = useServices();
  return {
    queryKey: ["local-models"],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<LocalModelServer[]> => client.localModels.list({ signal }),
    enabled: dataHost.offers("listLocalModels"),
  };
}
