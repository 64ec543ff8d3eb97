import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";
import { callKeys } from "../call-queries.ts";

/** How often notes are read again while the dashboard is not told of new ones. */
const POLL_MS = 10_000;

/** What was noted on a call, oldest first. */
export function notesQuery(client: Client, callId: string, isLive: boolean) {
  return queryOptions({
    queryKey: callKeys.notes(callId),
    queryFn: ({ signal }) => client.listCallNotes({ id: callId, signal }),
    refetchInterval: isLive ? false : POLL_MS,
  });
}
