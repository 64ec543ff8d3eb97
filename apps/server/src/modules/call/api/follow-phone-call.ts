import { ENDED_REASONS, PHONE_UNANSWERED } from "@callwright/contract";
import type { Logger } from "../../../platform/config/logger.ts";
import { loggableCause } from "../../../platform/db/database-retry.ts";
import type { PhoneCall, PhoneCallEnd } from "../../telephony/phone-line.ts";
import type { CallService } from "../runtime/call-service.ts";

/** Why a call ended, by how its leg did. */
const ENDINGS: Record<PhoneCallEnd, [endedReason: string, message?: string]> = {
  "hung-up": [ENDED_REASONS.customerEndedCall],
  busy: [ENDED_REASONS.customerBusy],
  "no-answer": [ENDED_REASONS.customerDidNotAnswer, PHONE_UNANSWERED.noAnswer],
  declined: [ENDED_REASONS.customerBusy, PHONE_UNANSWERED.declined],
  failed: [ENDED_REASONS.phoneNotConnected],
};

interface FollowContext {
  calls: Pick<CallService, "end" | "phones" | "whenEnded">;
  log: Logger;
}

/** What happens to a leg happens to its call, and the leg is hung up when the call has ended. */
export function followPhoneCall({ calls, log }: FollowContext, callId: string, leg: PhoneCall): void {
  leg.listen({
    onRinging: (carrierId) => calls.phones.ring(callId, carrierId),
    onAnsweredBy: (who) => calls.phones.answeredBy(callId, who),
    onEnded(end, carrier) {
      const [endedReason, message] = ENDINGS[end];
      calls
        .end(callId, carrier?.endedReason ?? endedReason, carrier?.message ?? message)
        .catch((err: unknown) => log.warn({ callId, err: loggableCause(err) }, "the end of a phone call could not be stored"));
    },
  });
  calls.phones.talksTo(callId, leg);
  void calls.whenEnded(callId).then(() => leg.hangUp());
}
