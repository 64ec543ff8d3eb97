import { ApiError } from "@callwright/client";
import { QueryClient } from "@tanstack/react-query";
import type { Connection } from "./connection.ts";
import type { DataHost } from "./data-host.ts";

const RETRIES = 2;
/** Refetch interval of shown data from another host, which has no live queries. */
const HOST_POLL_MS = 30_000;

/** The dashboard's cache. Queries that failed while the server could not be reached are refetched when it can. */
export function createQueryClient(connection: Connection, dataHost: Pick<DataHost, "state">): QueryClient {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        // A server on this machine answers even if the browser is offline.
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
