import { ENDED_REASONS, PHONE_UNANSWERED } from "@callwright/contract";
import type { CallService } from "../calls/call-service.ts";
import type { PhoneCall, PhoneCallEnd } from "./phone-line.ts";

/** Why a call ended, by how its leg did. */
const ENDINGS: Record<PhoneCallEnd, [endedReason: string, message?: string]> = {
  "hung-up": [ENDED_REASONS.customerEndedCall],
  busy: [ENDED_REASONS.customerBusy],
  "no-answer": [ENDED_REASONS.customerDidNotAnswer, PHONE_UNANSWERED.noAnswer],
  declined: [ENDED_REASONS.customerBusy, PHONE_UNANSWERED.declined],
  failed: [ENDED_REASONS.phoneNotConnected],
};

/** What happens to a leg happens to its call, and the leg is hung up when the call has ended. */
export function followPhoneCall(calls: Pick<CallService, "ring" | "end" | "whenEnded">, callId: string, leg: PhoneCall): void {
  leg.listen({
    onRinging: () => calls.ring(callId),
    onEnded: (end) => void calls.end(callId, ...ENDINGS[end]),
  });
  void calls.whenEnded(callId).then(() => leg.hangUp());
}
