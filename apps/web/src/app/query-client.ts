import { ApiError } from "@callwright/client";
import { QueryClient } from "@tanstack/react-query";
import type { Connection } from "./connection.ts";
import type { DataHost } from "./data-host.ts";

const RETRIES = 2;
/** How often what is on screen is read again from another host, which tells this dashboard nothing by itself. */
const HOST_POLL_MS = 30_000;

/** One cache for the dashboard. What could not be read while the server was away is read again when it is back. */
export function createQueryClient(connection: Connection, dataHost: Pick<DataHost, "state">): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // A server on this machine answers without any network, whatever the browser thinks of the network.
        networkMode: "always",
        staleTime: 10_000,
        refetchInterval: () => (dataHost.state()?.enabled ? HOST_POLL_MS : false),
        retry: (failures, error) => failures < RETRIES && !(error instanceof ApiError && error.status < 500),
      },
      mutations: { networkMode: "always" },
    },
  });
  connection.subscribe(() => {
    if (connection.state() === "up") void queryClient.invalidateQueries();
  });
  return queryClient;
}
