import { ApiError } from "@callwright/client";
import { notifications } from "@mantine/notifications";
import { MutationCache, QueryClient, type QueryKey } from "@tanstack/react-query";
import type { Connection } from "./connection.ts";
import type { DataHost } from "./data-host.ts";

declare module "@tanstack/react-query" {
  interface Register {
    /** What happens after a mutation, without code of its own. */
    mutationMeta: {
      /** Keys of the queries that it changes: they are read again. */
      changes?: readonly QueryKey[];
      /** The notification of a failure. Without it, the screen shows the failure. */
      failure?: (reason: string) => string;
    };
  }
}

const RETRIES = 2;
/** Refetch interval of shown data from another host, which has no live queries. */
const HOST_POLL_MS = 30_000;

/** The dashboard's cache. Queries that failed while the server could not be reached are refetched when it can. */
export function createQueryClient(connection: Connection, dataHost: Pick<DataHost, "state">): QueryClient {
  const queryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSettled: (_data, error, _input, _before, { meta }) => {
        if (error && meta?.failure) notifications.show({ color: "red", message: meta.failure(error.message) });
        const read = Promise.all((meta?.changes ?? []).map((queryKey) => queryClient.invalidateQueries({ queryKey })));
        // A failure is shown at once.
        return error ? undefined : read;
      },
    }),
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
