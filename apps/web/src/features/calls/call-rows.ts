import type { Call } from "@callwright/contract";
import { explainEnd } from "../../kit/ended-words.ts";
import { costText } from "../../resource/costs/cost-column.ts";
import { resultOf } from "./call-result.ts";
import type { ListedCall } from "./live-list.ts";

/** One line of the list. `nowMs` gives a running call its duration so far. */
export function toRow(call: ListedCall, nowMs: number) {
  return {
    id: call.id,
    /** Undefined for an assistant without a name. */
    assistant: assistantNameOf(call),
    /** The name that a person gave the call. */
    name: call.name,
    version: call.assistantVersion,
    type: call.type,
    campaignId: call.campaignId,
    phoneNumberId: call.phoneNumberId,
    status: call.status,
    /** ISO 8601: when the caller joined, or when the call was created if no caller has joined. */
    startedAt: call.startedAt ?? call.createdAt,
    /** ISO 8601: when a scheduled call starts at the earliest. */
    startsAt: call.status === "scheduled" ? call.schedulePlan?.earliestAt : undefined,
    durationMs: durationMsOf(call, nowMs),
    /** The sentence a person reads. */
    ended: call.endedReason === undefined ? undefined : explainEnd(call.endedReason, call.endedMessage).sentence,
    customerName: textOf(call.customer?.name),
    /** Number or SIP address. */
    customerNumber: textOf(call.customer?.number) ?? textOf(call.customer?.sipUri),
    /** In a word. Undefined while it runs. */
    result: resultOf(call),
    messages: call.messages ?? call.artifact?.messages,
    /** The value of the rubric. */
    success: call.analysis?.successEvaluation,
    /** "$0.0021". */
    cost: costText(call),
    compliance: call.compliance,
    /** The wait in the middle of the call's turns. */
    waitMs: medianOf(call.artifact?.performanceMetrics?.turnLatencies.map(({ turnLatency }) => turnLatency) ?? []),
  };
}

export type CallRow = ReturnType<typeof toRow>;

const textOf = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

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
