import { CALL_STATUSES, type Call, type CallEvent, type Turn } from "@callwright/contract";
import { useMemo } from "react";
import { useLiveQuery } from "../../../data/realtime/use-live-query.ts";
import { isRunning } from "../call-queries.ts";
import { type ConversationRow, conversationOf, turnsOf } from "./conversation.ts";
import { liveConversation } from "./live-conversation.ts";

/** A call as fetched, merged with the live state while it runs. */
export interface FollowedCall {
  /** May be ahead of the fetched call. */
  status: Call["status"];
  startedAt: string | undefined;
  /** US dollars; undefined until it is known. */
  cost: number | undefined;
  rows: readonly ConversationRow[];
  turns: ReadonlyMap<number, Turn>;
}

/** Follows a running call word by word. Without a live connection it returns the polled call. */
export function useLiveCall(call: Call, events: readonly CallEvent[]): FollowedCall {
  const which = isRunning(call) ? { id: call.id } : "skip";
  const { data: live } = useLiveQuery("calls:get", which);
  const { data: lines } = useLiveQuery("calls:transcript", which);
  const { data: latency } = useLiveQuery("calls:latency", which);

  const read = useMemo(() => conversationOf(events), [events]);
  const rows = useMemo(() => (lines ? liveConversation(read, lines) : read), [read, lines]);
  const turns = useMemo(
    () => (latency ? new Map(latency.map((turn) => [turn.index, turn])) : turnsOf(events)),
    [latency, events],
  );
  return {
    status: live && isFurther(live.status, call.status) ? live.status : call.status,
    startedAt: call.startedAt ?? live?.startedAt ?? undefined,
    cost: live?.cost ?? call.cost,
    rows,
    turns,
  };
}

function isFurther(one: Call["status"], other: Call["status"]): boolean {
  return CALL_STATUSES.indexOf(one) > CALL_STATUSES.indexOf(other);
}
