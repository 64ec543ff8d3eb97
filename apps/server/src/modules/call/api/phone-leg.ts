import { type CreateAssistant, ENDED_REASONS, PHONE_UNANSWERED, type PhoneNumber, RING_SECONDS } from "@callwright/contract";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import type { Logger } from "../../../platform/config/logger.ts";
import { loggableCause } from "../../../platform/db/database-retry.ts";
import type { PhoneCall, PhoneCallEnd } from "../../telephony/phone-line.ts";
import type { PhoneMedia } from "../../telephony/phone-media.ts";
import type { CallService } from "../runtime/call-service.ts";

/** What an assistant wants of the line of a number. */
interface CarrierSettings {
  ringSeconds: number;
  carrierRecording: PhoneMedia["carrierRecording"];
}

/**
 * The assistant's `transportConfigurations` for the carrier of a number. The carrier records no HIPAA and PCI calls, and none whose caller has yet
 * to consent.
 */
export function carrierSettings(number: PhoneNumber, assistant: CreateAssistant): CarrierSettings {
  if (number.provider === "simulated")
    return { ringSeconds: number.ringSeconds ?? RING_SECONDS.default, carrierRecording: undefined };
  const { compliancePlan, transportConfigurations = [] } = assistant;
  const {
    timeout,
    record,
    recordingChannels: channels = "mono",
  } = transportConfigurations.find(({ provider }) => provider === number.provider) ?? {};
  const mayRecord = record === true && privacyOf(compliancePlan) === undefined && !compliancePlan?.recordingConsentPlan;
  return { ringSeconds: timeout ?? RING_SECONDS.default, carrierRecording: mayRecord ? { channels } : undefined };
}

/** The sound of a phone call, in its call host. */
export function phoneMedia(
  calls: Pick<CallService, "connections" | "phones" | "play">,
  callId: string,
  carrierRecording?: PhoneMedia["carrierRecording"],
): PhoneMedia {
  return {
    callId,
    carrierRecording,
    answer: async (offer) => (await calls.connections.answer(callId, offer)).sdp,
    offer: () => calls.phones.makeOffer(callId),
    press: (key) => calls.phones.press(callId, key),
    play: (script) => calls.play(callId, script),
    connect: (onSound) => calls.phones.openCarrier(callId, onSound),
  };
}

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
