import type { Client } from "@callwright/client";
import { type ArtifactPlan, type Call, type CallEvent, VIDEO_RECORDING_GRACE_MS } from "@callwright/contract";
import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type CallListFilter, callQueryOf } from "./call-list-search.ts";

/** How often a running call is looked at, and a list in which none runs. */
const RUNNING_POLL_MS = 1_500;
const IDLE_POLL_MS = 10_000;
/** The newest calls, which are looked at again and again. Running ones are among them. */
const NEWEST = 50;

export const callKeys = {
  all: ["calls"] as const,
  lists: ["calls", "list"] as const,
  anyList: ["calls", "list", "all"] as const,
  anyNewest: ["calls", "list", "newest"] as const,
  list: (filter: CallListFilter) => ["calls", "list", "all", filter] as const,
  newest: (filter: CallListFilter) => ["calls", "list", "newest", filter] as const,
  latest: ["calls", "list", "latest"] as const,
  one: (id: string) => ["calls", "one", id] as const,
  anyNotes: ["calls", "notes"] as const,
  notes: (id: string) => ["calls", "notes", id] as const,
  events: (id: string) => ["calls", "events", id] as const,
};

/** A deleted call is not asked for again. */
export function forgetCall(queryClient: QueryClient, id: string): void {
  for (const queryKey of [callKeys.one(id), callKeys.events(id)]) queryClient.removeQueries({ queryKey });
}

export function isRunning(call: Pick<Call, "status">): boolean {
  return call.status !== "ended";
}

/** Every call that the filter finds, newest first, page after page as the reader goes down. */
export function callListQuery(client: Client, filter: CallListFilter) {
  return infiniteQueryOptions({
    queryKey: callKeys.list(filter),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      client.listCallPage({ query: { ...callQueryOf(filter), ...(cursor === undefined ? {} : { cursor }) }, signal }),
    getNextPageParam: ({ metadata }) => metadata.nextCursor,
  });
}

/** The newest of them. Unless the page is told of every change, they are read again while somebody looks: soon when one runs. */
export function newestCallsQuery(client: Client, filter: CallListFilter, isLive: boolean) {
  return queryOptions({
    queryKey: callKeys.newest(filter),
    queryFn: ({ signal }) => client.listCallPage({ query: { ...callQueryOf(filter), limit: NEWEST }, signal }),
    refetchInterval: ({ state }) => {
      if (isLive) return false;
      return state.data?.results.some(isRunning) ? RUNNING_POLL_MS : IDLE_POLL_MS;
    },
  });
}

/** Both lists as one, each call once and as it was read last. */
export function mergeCalls(newest: readonly Call[], older: readonly Call[]): Call[] {
  const byId = new Map([...older, ...newest].map((call) => [call.id, call]));
  return [...byId.values()].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
}

/** How long after a call its video recording may still come: the server's wait for the page, and time to store it. */
const VIDEO_WAIT_MS = VIDEO_RECORDING_GRACE_MS + 30_000;

/** Does the call go on, or is something of it still to come? */
export function isUnfinished(call: Call, nowMs: number): boolean {
  if (isRunning(call)) return true;
  const { artifactPlan } = (call.assistant ?? {}) as { artifactPlan?: ArtifactPlan };
  if (!artifactPlan?.videoRecordingEnabled || !call.artifact || call.artifact.videoRecordingUrl) return false;
  return nowMs - Date.parse(call.endedAt ?? "") < VIDEO_WAIT_MS;
}

/** Read again while something of it is to come, unless the page is told of every change. */
export function callQuery(client: Client, id: string, isLive: boolean) {
  return queryOptions({
    queryKey: callKeys.one(id),
    queryFn: ({ signal }) => client.getCall({ id, signal }),
    refetchInterval: ({ state }) => (!isLive && state.data && isUnfinished(state.data, Date.now()) ? RUNNING_POLL_MS : false),
  });
}

/**
 * What happened in a call. Each reading asks only for what came after the last event known. With `isPolled` that is done again and again:
 * the call runs, and the page is not told of its events.
 */
export function callEventsQuery(client: Client, queryClient: QueryClient, id: string, isPolled: boolean) {
  return queryOptions({
    queryKey: callKeys.events(id),
    queryFn: async ({ signal }) => {
      const known = queryClient.getQueryData<CallEvent[]>(callKeys.events(id)) ?? [];
      const later = await client.listCallEvents({ id, query: { afterSeq: known.at(-1)?.seq ?? -1 }, signal });
      // The contract types a payload by its event's type; the route can only say that it is an object.
      return [...known, ...(later as CallEvent[])];
    },
    refetchInterval: isPolled ? RUNNING_POLL_MS : false,
  });
}
