import { ENDED_REASONS } from "@callwright/contract";
import type { CarrierSays, PhoneCallEnd } from "../phone-line.ts";

/** Why a call failed, by the network's final answer (RFC 3261, 21). `wasRinging`: the phone rang before. */
export function endOfCode(code: number, reason: string, wasRinging: boolean): [PhoneCallEnd, CarrierSays?] {
  if (code === 486 || code === 600) return ["busy"];
  if (code === 603) return ["declined"];
  if (code === 480 || (code === 408 && wasRinging)) return ["no-answer"];
  const said = `${code} ${reason}`.trim();
  return failed(`${EXPLANATIONS[code] ?? "The SIP trunk could not connect the call."} It answered ${said}.`);
}

/** Janus answers with 9xx if it could not continue. */
const EXPLANATIONS: Record<number, string> = {
  401: "The SIP trunk wants a user name and a password. Set outboundAuthenticationPlan of the trunk.",
  403: "The SIP trunk refuses the call. Check that it lets the calling number call the customer's.",
  404: "The customer's number does not exist.",
  407: "The SIP trunk wants a user name and a password. Set outboundAuthenticationPlan of the trunk.",
  408: "The gateway of the SIP trunk does not answer.",
  416: "The SIP trunk or the Kamailio of this server speaks no TLS. Set the gateway's outboundProtocol, or see docs/sip.md.",
  484: "The customer's number is incomplete.",
  488: "The SIP trunk has no codec in common with this server, which speaks G.711.",
  503: "The SIP trunk has no line free, or does not answer.",
  604: "The customer's number does not exist.",
  904: "The SIP trunk refuses the user name or the password.",
};

export const failed = (message: string): [PhoneCallEnd, CarrierSays] => [
  "failed",
  { endedReason: ENDED_REASONS.phoneNotConnected, message },
];

/** Janus is gone, so the call cannot be ended at the telephone. */
export const GATEWAY_LOST: [PhoneCallEnd, CarrierSays] = [
  "failed",
  { endedReason: ENDED_REASONS.carrierClosedStream, message: "The SIP gateway (Janus) stopped, and the call with it." },
];
