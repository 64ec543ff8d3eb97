import type { ResponseTime } from "@callwright/contract";
import { useClient, useServices } from "../../../data/services.tsx";

/** The query of how long parts took in the organization's own calls. */
export function useResponseTimesQuery() {
  const client = useClient();
  const { dataHost } = useServices();
  return {
    queryKey: ["response-times"],
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ResponseTime[]> => client.analytics.listResponseTimes({ signal }),
    enabled: dataHost.offers("listResponseTimes"),
    // A call may have just ended.
    staleTime: 0,
  };
}
