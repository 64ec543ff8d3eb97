import { type CreateAssistant, type PhoneNumber, RING_SECONDS } from "@callwright/contract";
import { privacyOf } from "../../../platform/compliance/privacy.ts";
import type { PhoneMedia } from "../../telephony/phone-media.ts";

/** What an assistant wants of the line of a number. */
export interface CarrierSettings {
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
