import { type Call, type CallEvent, type Turn, turnsOf } from "@callwright/contract";
import { useMemo } from "react";
import { useLiveQuery } from "../../../data/realtime/use-live-query.ts";
import { isRunning } from "../call-queries.ts";
import { type ConversationRow, conversationOf } from "./conversation.ts";
import { liveConversation } from "./live-conversation.ts";

/** The lines of a call, and the milliseconds that each turn took. */
export interface FollowedCall {
  rows: readonly ConversationRow[];
  turns: ReadonlyMap<number, Turn>;
}

/** Reads the conversation from the call's events. During the call, the live connection adds the unfinished line of each speaker. */
export function useLiveCall(call: Call, events: readonly CallEvent[]): FollowedCall {
  const { data: lines } = useLiveQuery("calls:transcript", isRunning(call) ? { id: call.id } : "skip");
  const read = useMemo(() => conversationOf(events), [events]);
  const rows = useMemo(() => (lines ? liveConversation(read, lines) : read), [read, lines]);
  const turns = useMemo(() => turnsOf(events), [events]);
  return { rows, turns };
}
