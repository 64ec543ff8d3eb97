import type { Call, CallStatus } from "@callwright/contract";
import { explainEnd } from "../../kit/ended-words.ts";
import { costText } from "../../resource/costs/cost-column.ts";
import type { ListedCall } from "./live-list.ts";

/** One line of the list. */
export interface CallRow {
  id: string;
  /** Undefined for an assistant without a name. */
  assistant: string | undefined;
  /** What somebody called this call. */
  name: string | undefined;
  /** Of a phone call. */
  direction: "in" | "out" | undefined;
  /** The customer's name or number, of a phone call. */
  customer: string | undefined;
  status: CallStatus;
  /** ISO 8601: when the caller joined, or when the call was created if no caller has joined. */
  startedAt: string;
  durationMs: number | undefined;
  /** The sentence a person reads. */
  ended: string | undefined;
  /** The wait in the middle of the call's turns. */
  waitMs: number | undefined;
  /** "$0.0021". */
  cost: string;
}

/** `nowMs` gives a running call its duration so far. */
export function toRow(call: ListedCall, nowMs: number): CallRow {
  return {
    id: call.id,
    assistant: assistantNameOf(call),
    name: call.name,
    ...phonePartyOf(call),
    status: call.status,
    startedAt: call.startedAt ?? call.createdAt,
    durationMs: durationMsOf(call, nowMs),
    ended: call.endedReason === undefined ? undefined : explainEnd(call.endedReason, call.endedMessage).sentence,
    cost: costText(call),
    waitMs: medianOf(call.artifact?.performanceMetrics?.turnLatencies.map(({ turnLatency }) => turnLatency) ?? []),
  };
}

function phonePartyOf({ type, customer }: Pick<ListedCall, "type" | "customer">): Pick<CallRow, "direction" | "customer"> {
  const direction = type === "inboundPhoneCall" ? "in" : type === "outboundPhoneCall" ? "out" : undefined;
  const named = customer?.name ?? customer?.number;
  return { direction, customer: typeof named === "string" ? named : undefined };
}

export function assistantNameOf({ assistant }: Pick<Call, "assistant">): string | undefined {
  return typeof assistant?.name === "string" ? assistant.name : undefined;
}

/** From the moment the caller joined; undefined if no caller joined. */
export function durationMsOf({ startedAt, endedAt }: Pick<Call, "startedAt" | "endedAt">, nowMs: number): number | undefined {
  if (startedAt === undefined) return undefined;
  return Math.max(0, (endedAt === undefined ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt));
}

/** How long the called phone rang; undefined if none rang, or while it rings. */
export function ringMsOf({
  ringingAt,
  startedAt,
  endedAt,
}: Pick<Call, "ringingAt" | "startedAt" | "endedAt">): number | undefined {
  const until = startedAt ?? endedAt;
  return ringingAt === undefined || until === undefined ? undefined : Math.max(0, Date.parse(until) - Date.parse(ringingAt));
}

/** The lower median; undefined for an empty list. */
function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)];
}
