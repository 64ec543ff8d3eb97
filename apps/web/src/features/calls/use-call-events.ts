import type { Call, CallEvent } from "@callwright/contract";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useIsLive } from "../../app/realtime/realtime-context.tsx";
import { useLiveQuery } from "../../app/realtime/use-live-query.ts";
import { useClient } from "../../app/services.tsx";
import { callEventsQuery, isRunning } from "./call-queries.ts";

/** What has happened in a call so far. While it runs, what happens is read when the live connection says so, else again and again. */
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
      // That one had begun before the event was there.
      if (data && (data.at(-1)?.seq ?? -1) < lastEvent) void refetch({ cancelRefetch: false });
    });
  }, [lastEvent, refetch]);

  // The last words and the end arrive together with the status that stops both.
  useEffect(() => {
    if (!running) void refetch();
  }, [running, refetch]);
  return events;
}
