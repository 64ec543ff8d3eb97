import { ENDED_REASONS, PHONE_UNANSWERED } from "@callwright/contract";
import type { CarrierSays, PhoneCallEnd } from "../phone-line.ts";

export interface FinalAnswer {
  code: number;
  /** The phrase of the status line. Kamailio puts the cause of the header `Reason` (RFC 3326) there: "Forbidden (Q.850 21)". */
  reason: string;
  /** The telephone rang before. */
  wasRinging: boolean;
  /** The trunk has a password for calls that go out. */
  hasPassword: boolean;
}

/** Why a call failed, by the network's final answer (RFC 3261, 21) and by the telephone network's cause (Q.850), which says more than some codes. */
export function endOfCode({ code, reason, wasRinging, hasPassword }: FinalAnswer): [PhoneCallEnd, CarrierSays?] {
  if (code === 486 || code === 600) return ["busy"];
  // RFC 8197 and 8688: the person, or a service on the person's behalf, does not want the call.
  if (code === 603 || code === 607 || code === 608) return ["declined"];
  const end = END_OF_CAUSE[Number(/\(Q\.850 (\d+)\)/.exec(reason)?.[1])];
  if (end) return end;
  // A trunk that does not let this server call says so before the telephone rings.
  if (code === 403 && wasRinging) return ["declined"];
  if (code === 480 || code === 408) {
    if (wasRinging) return ["no-answer"];
    if (code === 480) return UNREACHABLE;
  }
  const explanation = code === 904 && !hasPassword ? NO_PASSWORD : EXPLANATIONS[code];
  // Codes above 699 are Janus' own.
  const answer = code < 700 ? ` It answered ${`${code} ${reason}`.trim()}.` : "";
  return failed(`${explanation ?? "The SIP trunk could not connect the call."}${answer}`);
}

/** Why a telephone that the network was asked to call (REFER) did not take the call. */
export const endOfReferral = (code: number, reason = ""): PhoneCallEnd =>
  endOfCode({ code, reason, wasRinging: true, hasPassword: true })[0];

export const failed = (message: string, endedReason: string = ENDED_REASONS.phoneNotConnected): [PhoneCallEnd, CarrierSays] => [
  "failed",
  { endedReason, message },
];

const UNREACHABLE: [PhoneCallEnd, CarrierSays] = ["no-answer", { message: "The customer's telephone cannot be reached now." }];

/** Causes of Q.850 that codes of SIP do not tell apart: Asterisk sends 403 for 21, and gateways 480 or 503 for several. */
const END_OF_CAUSE: Readonly<Record<number, [PhoneCallEnd, CarrierSays?]>> = {
  1: failed("The customer's number does not exist (Q.850 cause 1)."),
  17: ["busy"],
  18: UNREACHABLE,
  19: ["no-answer", { message: PHONE_UNANSWERED.noAnswer }],
  20: UNREACHABLE,
  21: ["declined"],
  22: failed("The customer's number has changed (Q.850 cause 22)."),
  27: UNREACHABLE,
  28: failed("The customer's number is incomplete, or has a wrong form (Q.850 cause 28)."),
  34: failed("The SIP trunk has no line free (Q.850 cause 34)."),
  42: failed("The SIP trunk has no line free (Q.850 cause 42)."),
};

const NO_PASSWORD = "The SIP trunk wants a user name and a password. Set outboundAuthenticationPlan of the trunk.";

/** Janus answers with 9xx if it could not continue. */
const EXPLANATIONS: Readonly<Record<number, string>> = {
  401: NO_PASSWORD,
  403: "The SIP trunk refuses the call. Check that it lets the calling number call the customer's.",
  404: "The customer's number does not exist.",
  407: NO_PASSWORD,
  408: "The gateway of the SIP trunk does not answer.",
  416: "The SIP trunk or the Kamailio of this server speaks no TLS. Set the gateway's outboundProtocol, or see docs/sip.md.",
  484: "The customer's number is incomplete.",
  488: "The SIP trunk has no codec in common with this server, which speaks Opus, G.722 and G.711.",
  503: "The SIP trunk has no line free, or does not answer.",
  604: "The customer's number does not exist.",
  904: "The SIP trunk refuses the user name or the password.",
};

/** Janus is gone, so the call cannot be ended at the telephone. */
export const GATEWAY_LOST: [PhoneCallEnd, CarrierSays] = [
  "failed",
  { endedReason: ENDED_REASONS.carrierClosedStream, message: "The SIP gateway (Janus) stopped, and the call with it." },
];
