import type { Client } from "@callwright/client";
import { queryOptions } from "@tanstack/react-query";
import { callKeys } from "../call-queries.ts";

/** Refetch interval of notes while there is no live connection. */
const POLL_MS = 10_000;

/** The notes on a call, oldest first. */
export function notesQuery(client: Client, callId: string, isLive: boolean) {
  return queryOptions({
    queryKey: callKeys.notes(callId),
    queryFn: ({ signal }) => client.listCallNotes({ id: callId, signal }),
    refetchInterval: isLive ? false : POLL_MS,
  });
}
