import { type CreateAssistant, type PhoneNumber, RING_SECONDS } from "@callwright/contract";
import { privacyOf } from "../../../platform/compliance/privacy.ts";

/**
 * What an assistant wants of the line of a number: its `transportConfigurations` for the number's carrier. The carrier records no HIPAA and PCI
 * calls, and none whose caller has yet to consent.
 */
export function carrierSettings(number: PhoneNumber, assistant: CreateAssistant) {
  if (number.provider === "simulated" || number.provider === "byo-phone-number")
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
