import type { Call, CallEvent } from "@callwright/contract";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useIsLive } from "../../../data/realtime/realtime-context.tsx";
import { useLiveQuery } from "../../../data/realtime/use-live-query.ts";
import { useClient } from "../../../data/services.tsx";
import { callEventsQuery, isRunning } from "../call-queries.ts";

/** The events of a call. While it runs, they are refetched on live updates, or polled without a live connection. */
export function useCallEvents(call: Call): UseQueryResult<CallEvent[]> {
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
