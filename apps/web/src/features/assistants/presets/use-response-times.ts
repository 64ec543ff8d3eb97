import type { ResponseTime } from "@callwright/contract";
import { useClient, useServices } from "../../../data/services.tsx";
import { latestCallsKey } from "../assistant-queries.ts";

/** The query of how long parts took in the organization's own calls. */
export function useResponseTimesQuery() {
  const client = useClient();
  const { dataHost } = useServices();
  return {
    queryKey: [...latestCallsKey, "response-times"],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ResponseTime[]> => client.analytics.listResponseTimes({ signal }),
    enabled: dataHost.offers("listResponseTimes"),
    staleTime: 0,
  };
}
