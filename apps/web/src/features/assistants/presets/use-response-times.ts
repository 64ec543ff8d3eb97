import type { ResponseTime } from "@callwright/contract";
import { useClient, useServices } from "../../../data/services.tsx";
import { resourceKeys } from "../../../resource/resource-queries.ts";

/** The query of how long parts took in the organization's own calls. */
export function useResponseTimesQuery() {
  const client = useClient();
  const { dataHost } = useServices();
  return {
    // A call that ended changes them.
    queryKey: [...resourceKeys.lists("calls"), "response-times"],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ResponseTime[]> => client.analytics.listResponseTimes({ signal }),
    enabled: dataHost.offers("listResponseTimes"),
    staleTime: 0,
  };
}
