import { type Call, type CallEvent, type PartialLine, turnsOf, unfinishedLines } from "@callwright/contract";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useLiveQuery } from "../../../data/realtime/use-live-query.ts";
import { useClient } from "../../../data/services.tsx";
import { callEventsQuery, isRunning } from "../call-queries.ts";
import { conversationOf, marksOf, partialRow } from "./conversation.ts";

const NO_EVENTS: readonly CallEvent[] = [];
const NO_LINES: readonly PartialLine[] = [];

/** What happened in a call so far, read from its events. During the call, the live connection adds the lines that no event has replaced yet. */
export function useFollowedCall(call: Call) {
  const { data, error } = useCallEvents(call);
  const events = data ?? NO_EVENTS;
  const { data: lines = NO_LINES } = useLiveQuery("calls:partialLines", isRunning(call) ? { id: call.id } : "skip");
  const said = useMemo(() => conversationOf(events), [events]);
  /** The lines of the conversation. The lines that are still being spoken come last. */
  const rows = useMemo(() => [...said, ...unfinishedLines(lines, events).map(partialRow)], [said, lines, events]);
  const marks = useMemo(() => marksOf(events), [events]);
  const turns = useMemo(() => turnsOf(events), [events]);
  return { events: data, error, rows, marks, turns };
}

export type FollowedCall = ReturnType<typeof useFollowedCall>;

/** The events of a call. While it runs, they are refetched on live updates, or polled without a live connection. */
function useCallEvents(call: Call): UseQueryResult<CallEvent[]> {
  const client = useClient();
  const queryClient = useQueryClient();
  const isLive = useIsLive();
  const running = isRunning(call);
  const events = useQuery(callEventsQuery(client, queryClient, call.id, running && !isLive));
  const { refetch } = events;

  const { data: lastEvent } = useLiveQuery("calls:lastEvent", running ? { id: call.id } : "skip");
  useEffect(() => {
    if (lastEvent === undefined) return;
    void refetch({ cancelRefetch: false }).then(({ data }) => {
      // That request had started before the event existed.
      if (data && (data.at(-1)?.seq ?? -1) < lastEvent) void refetch({ cancelRefetch: false });
    });
  }, [lastEvent, refetch]);

  // The last events arrive together with the status that stops polling.
  useEffect(() => {
    if (!running) void refetch();
  }, [running, refetch]);
  return events;
}
