import type { Call, CallEvent, Turn } from "@callwright/contract";
import { useMemo } from "react";
import { useLiveQuery } from "../../../data/realtime/use-live-query.ts";
import { isRunning } from "../call-queries.ts";
import { type ConversationRow, conversationOf, turnsOf } from "./conversation.ts";
import { liveConversation } from "./live-conversation.ts";

/** What is said in a call, and how long each turn took. */
export interface FollowedCall {
  rows: readonly ConversationRow[];
  turns: ReadonlyMap<number, Turn>;
}

/** The conversation by the events of the call. While it runs, what is being said comes word by word over the live connection. */
export function useLiveCall(call: Call, events: readonly CallEvent[]): FollowedCall {
  const { data: lines } = useLiveQuery("calls:transcript", isRunning(call) ? { id: call.id } : "skip");
  const read = useMemo(() => conversationOf(events), [events]);
  const rows = useMemo(() => (lines ? liveConversation(read, lines) : read), [read, lines]);
  const turns = useMemo(() => turnsOf(events), [events]);
  return { rows, turns };
}
