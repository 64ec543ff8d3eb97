import type { Client } from "@callwright/client";
import type { OutputRun } from "@callwright/contract";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";

/** Polling interval of a running run. */
const RUNNING_POLL_MS = 1_000;

export const outputKeys = {
  runs: (id: string) => ["structured-outputs", "runs", id] as const,
  results: (id: string) => ["structured-outputs", "results", id] as const,
};

export const isOpen = ({ status }: OutputRun): boolean => status === "queued" || status === "running";

export function runsQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: outputKeys.runs(id),
    queryFn: ({ signal }) => client.structuredOutputs.listOutputRuns({ id, signal }),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? RUNNING_POLL_MS : false),
  });
}

/** The results by calls, the newest first. */
export function resultsQuery(client: Client, id: string) {
  return infiniteQueryOptions({
    queryKey: outputKeys.results(id),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      client.structuredOutputs.listOutputResults({ id, query: cursor === undefined ? {} : { cursor }, signal }),
    getNextPageParam: ({ metadata }) => metadata.nextCursor,
    staleTime: 0,
  });
}
