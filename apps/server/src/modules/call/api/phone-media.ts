import type { PhoneMedia } from "../../telephony/phone-media.ts";
import type { CallService } from "../runtime/call-service.ts";

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
