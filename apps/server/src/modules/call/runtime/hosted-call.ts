import type { CallType, RedactedKind } from "@callwright/contract";
import type { CallSpec, EndpointingAdvice } from "@callwright/engine";
import type { CallersPhone, DialOperator, OperatorsPhone } from "../../telephony/phone-media.ts";
import type { CallRequest } from "./call-request.ts";
import type { CallTools } from "./call-tools.ts";
import type { CallRow } from "./lifecycle-store.ts";
import type { PrivateCall } from "./private-calls.ts";

/**
 * A call that this node hosts. Only this node writes the row's status; each arrow is one compare-and-set.
 *
 * ```
 *             ┌──────── no host takes it: the row is removed
 *   queued ───┤
 *             ├─ joined ──▶ in-progress ── its host ends it ──▶ ending ── events, recording, row stored ──▶ ended
 *             └─ nobody joined, hung up, host died ───────────────▶ ┘
 *
 *   in-progress includes a call that waits for its caller to return: it keeps its place on the host
 *   node died: another node, or the next start of this one, ends it (`recover-calls.ts`)
 *   another node ended it: this node notices at the next renewal of the lease, and ends it on the host
 * ```
 */
export type HostedCallStatus = "queued" | "in-progress" | "ending" | "ended";

/** Asks an endpointing server about the caller's words so far. Does not fail. */
export type AskEndpointing = (customerText: string, giveUp: AbortSignal) => Promise<EndpointingAdvice>;

export interface HostedCall {
  readonly callId: string;
  readonly orgId: string;
  readonly createdAtMs: number;
  readonly isRecorded: boolean;
  readonly isVideoRecorded: boolean;
  /** Set for HIPAA and PCI calls, whose words stay in memory. */
  readonly privateCall: PrivateCall | undefined;
  /** Kinds of data that are redacted before storage. Empty: all kinds. Undefined: none. */
  readonly redactedKinds: readonly RedactedKind[] | undefined;
  /** The line of a phone call decides how long the phone rings. */
  readonly isPhone: boolean;
  /** Absent for a call without tools. */
  readonly tools: CallTools | undefined;
  /** Absent without an endpointing server. */
  readonly askEndpointing: AskEndpointing | undefined;
  /** Absent for a call that cannot be transferred to a telephone. */
  readonly dialOperator: DialOperator | undefined;
  /** The operator's telephone, while it takes part in the call or is dialed. */
  operator: OperatorsPhone | undefined;
  /** The caller's telephone. Absent for other calls. */
  leg: CallersPhone | undefined;
  /** Called with the events as they arrive, with all words. */
  readonly onEvents: CallRequest["onEvents"];
  status: HostedCallStatus;
  /** A host has the call and accepts commands. */
  isPlaced: boolean;
  /** An offer was answered: a caller is connecting. */
  wasOffered: boolean;
  /** Set when the end was requested; the host may not have got the request yet. */
  endedReason: string | undefined;
  /** Adds details to the reason. */
  endedMessage: string | undefined;
  /** Writes of the call, one after the other. */
  writes: Promise<void>;
  /** Resolves when the row says ended. */
  readonly ended: Promise<void>;
  markEnded(): void;
}

interface NewHostedCall
  extends Pick<
    HostedCall,
    "isRecorded" | "isVideoRecorded" | "privateCall" | "redactedKinds" | "tools" | "askEndpointing" | "dialOperator" | "onEvents"
  > {
  row: Pick<CallRow, "id" | "orgId" | "createdAt" | "type">;
}

export function newHostedCall({ row: { id, orgId, createdAt, type }, ...fields }: NewHostedCall): HostedCall {
  let markEnded = () => {};
  const ended = new Promise<void>((resolve) => {
    markEnded = resolve;
  });
  return {
    ...fields,
    callId: id,
    orgId,
    createdAtMs: createdAt.getTime(),
    isPhone: type === "inboundPhoneCall" || type === "outboundPhoneCall",
    operator: undefined,
    leg: undefined,
    status: "queued",
    isPlaced: false,
    wasOffered: false,
    endedReason: undefined,
    endedMessage: undefined,
    writes: Promise.resolve(),
    ended,
    markEnded,
  };
}

/** The order to a call host. */
export function specOf({ callId, orgId, tools }: HostedCall, request: CallRequest): Omit<CallSpec, "recordingPath"> {
  const { assistant, variableValues, orgKeys = {}, callerMayReturn = false, fields, opening, phone, visitor } = request;
  const { simulatedCaller } = request;
  return {
    callId,
    orgId,
    callType: fields.type as CallType,
    ...phone,
    opening,
    assistant,
    variableValues,
    orgKeys,
    callerMayReturn,
    tools: tools?.tools ?? [],
    hookTools: tools?.hookTools ?? [],
    ...(tools?.team && { team: tools.team }),
    isVisitor: visitor != null,
    ...(simulatedCaller && { simulatedCaller }),
    callerMayInstruct: visitor?.mayInstruct ?? true,
  };
}

/** Open calls by state, 0 included. */
export function countStates(calls: Iterable<HostedCall>): { queued: number; in_progress: number; ending: number } {
  const counts = { queued: 0, in_progress: 0, ending: 0 };
  for (const { status } of calls) if (status !== "ended") counts[status === "in-progress" ? "in_progress" : status] += 1;
  return counts;
}
