import type { Client } from "@callwright/client";
import { type ArtifactPlan, type Call, type CallEvent, VIDEO_RECORDING_GRACE_MS } from "@callwright/contract";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { resourceKeys } from "../../resource/resource-queries.ts";
import { type CallListQuery, callQueryOf } from "./call-list-search.ts";

/** Refetch intervals while a call runs, and of a list without running calls. */
const RUNNING_POLL_MS = 1_500;
const IDLE_POLL_MS = 10_000;
/** The newest calls, which are polled. They include the running ones. */
const NEWEST = 50;

/** The calls as a resource. Their screens are made by hand. */
export const CALLS = { path: "calls", name: "Call", texts: "calls" } as const;

const LISTS = resourceKeys.lists(CALLS.path);

export const callKeys = {
  all: ["calls"] as const,
  anyList: [...LISTS, "all"] as const,
  anyNewest: [...LISTS, "newest"] as const,
  list: (filter: CallListQuery) => [...LISTS, "all", filter] as const,
  newest: (filter: CallListQuery) => [...LISTS, "newest", filter] as const,
  latest: [...LISTS, "latest"] as const,
  earlier: (id: string) => ["calls", "earlier", id] as const,
  one: (id: string) => ["calls", "one", id] as const,
  anyNotes: ["calls", "notes"] as const,
  notes: (id: string) => ["calls", "notes", id] as const,
  events: (id: string) => ["calls", "events", id] as const,
};

/** A deleted call is not refetched. */
export function forgetCall(queryClient: QueryClient, id: string): void {
  for (const queryKey of [callKeys.one(id), callKeys.events(id)]) queryClient.removeQueries({ queryKey });
}

export function isRunning(call: Pick<Call, "status">): boolean {
  return call.status !== "ended";
}

/** All calls of a filter, newest first, loaded page by page. */
export function callListQuery(client: Client, filter: CallListQuery) {
  return infiniteQueryOptions({
    queryKey: callKeys.list(filter),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      client.calls.listPage({ query: { ...callQueryOf(filter), ...(cursor === undefined ? {} : { cursor }) }, signal }),
    getNextPageParam: ({ metadata }) => metadata.nextCursor,
  });
}

/** The newest calls. Without a live connection they are refetched while the page is visible, more often while a call runs. */
export function newestCallsQuery(client: Client, filter: CallListQuery, isLive: boolean) {
  return queryOptions({
    queryKey: callKeys.newest(filter),
    queryFn: ({ signal }) => client.calls.listPage({ query: { ...callQueryOf(filter), limit: NEWEST }, signal }),
    refetchInterval: ({ state }) => {
      if (isLive) return false;
      return state.data?.results.some((call) => isRunning(call) && call.status !== "scheduled") ? RUNNING_POLL_MS : IDLE_POLL_MS;
    },
  });
}

const EARLIER = 10;

/** The newest calls with the customer's number before a call. */
export function earlierCallsQuery(client: Client, { id, createdAt }: Pick<Call, "id" | "createdAt">, number: string) {
  return queryOptions({
    queryKey: callKeys.earlier(id),
    queryFn: ({ signal }) =>
      client.calls.listMetadata({ query: { customerNumberAny: number, createdAtLt: createdAt, limit: EARLIER }, signal }),
  });
}

/** Merges the first page and all pages; of a duplicate, the latest fetch wins. `isSorted`: the server has its own order. */
export function mergeCalls(first: readonly Call[], all: readonly Call[], isSorted = false): Call[] {
  if (isSorted) return [...new Map([...first, ...all].map((call) => [call.id, call])).values()];
  const byId = new Map([...all, ...first].map((call) => [call.id, call]));
  return [...byId.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** How long after a call its video recording can still arrive: the server's timeout for the upload, and time to store it. */
const VIDEO_WAIT_MS = VIDEO_RECORDING_GRACE_MS + 30_000;

/** Does the call run, or is a part of its result missing? */
export function isUnfinished(call: Call, nowMs: number): boolean {
  if (isRunning(call)) return true;
  const { artifactPlan } = (call.assistant ?? {}) as { artifactPlan?: ArtifactPlan };
  if (!artifactPlan?.videoRecordingEnabled || !call.artifact || call.artifact.videoRecordingUrl) return false;
  return nowMs - Date.parse(call.endedAt ?? "") < VIDEO_WAIT_MS;
}

/** Refetched while the call is not complete, unless there is a live connection. */
export function callQuery(client: Client, id: string, isLive: boolean) {
  return queryOptions({
    queryKey: callKeys.one(id),
    queryFn: ({ signal }) => client.calls.get({ id, signal }),
    refetchInterval: ({ state }) => (!isLive && state.data && isUnfinished(state.data, Date.now()) ? RUNNING_POLL_MS : false),
  });
}

/**
 * The events of a call. Each request asks only for events after the last known one. `isPolled`: the call runs and there is no live
 * connection.
 */
export function callEventsQuery(client: Client, queryClient: QueryClient, id: string, isPolled: boolean) {
  return queryOptions({
    queryKey: callKeys.events(id),
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<CallEvent[]>(callKeys.events(id)) ?? [];
      const later = await client.calls.listEvents({ id, query: { afterSeq: known.at(-1)?.seq ?? -1 }, signal });
      // The contract types payloads by event type; the route only says that they are objects.
      return [...known, ...(later as CallEvent[])];
    },
    refetchInterval: isPolled ? RUNNING_POLL_MS : false,
  });
}
