import { type Call, type CallStatus, explainEndedReason } from "@callwright/contract";
import type { ListedCall } from "./live-list.ts";

/** One line of the list. */
export interface CallRow {
  id: string;
  /** Undefined for an assistant without a name. */
  assistant: string | undefined;
  /** What somebody called this call. */
  name: string | undefined;
  status: CallStatus;
  /** ISO 8601: when the caller joined, or the call was made when nobody has. */
  startedAt: string;
  durationMs: number | undefined;
  /** The sentence a person reads. */
  ended: string | undefined;
  /** The wait in the middle of the call's turns. */
  waitMs: number | undefined;
}

/** `nowMs` gives a running call its duration so far. */
export function toRow(call: ListedCall, nowMs: number): CallRow {
  return {
    id: call.id,
    assistant: assistantNameOf(call),
    name: call.name,
    status: call.status,
    startedAt: call.startedAt ?? call.createdAt,
    durationMs: durationMsOf(call, nowMs),
    ended: call.endedReason === undefined ? undefined : explainEndedReason(call.endedReason, call.endedMessage).sentence,
    waitMs: medianOf(call.artifact?.performanceMetrics?.turnLatencies.map(({ turnLatency }) => turnLatency) ?? []),
  };
}

export function assistantNameOf({ assistant }: Pick<Call, "assistant">): string | undefined {
  return typeof assistant?.name === "string" ? assistant.name : undefined;
}

/** From the moment the caller joined; undefined when nobody did. */
export function durationMsOf({ startedAt, endedAt }: Pick<Call, "startedAt" | "endedAt">, nowMs: number): number | undefined {
  if (startedAt === undefined) return undefined;
  return Math.max(0, (endedAt === undefined ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt));
}

/** The lower of two middles; undefined of nothing. */
function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)];
}
