import { PLAN_DEFAULTS, type VoicemailDetection } from "@callwright/contract";

/** How a call detects a mailbox, and when it leaves its message. */
export interface VoicemailPlan {
  /** A beep alone is enough to recognize a mailbox. */
  byBeep: boolean;
  /** After this time, a person has answered. Counted from the answer, like the next one. */
  watchMs: number;
  /** The message does not wait longer for the beep. */
  beepMaxAwaitMs: number;
  /** The message begins during the greeting, without waiting for its end. */
  isImmediate: boolean;
  /** This much silence after the greeting counts as the beep. Absent: silence never counts. */
  silenceMs?: number;
  /** Results of the carrier's detection that mean a mailbox. Absent: the call has no such detection. */
  carrierTypes?: readonly string[];
}

const { voicemail, carrierVoicemail } = PLAN_DEFAULTS;
export const BEEP_MAX_AWAIT_MS = voicemail.beepMaxAwaitSeconds * 1000;

/** Undefined: detection is off. */
export function voicemailPlan(detection: VoicemailDetection | undefined): VoicemailPlan | undefined {
  if (detection === undefined || detection === "off") return undefined;
  if (detection.provider !== "twilio") {
    const { type = "audio", beepMaxAwaitSeconds, backoffPlan } = detection;
    const { startAtSeconds, frequencySeconds, maxRetries } = { ...voicemail.backoff, ...backoffPlan };
    return {
      byBeep: type === "audio",
      watchMs: (startAtSeconds + frequencySeconds * maxRetries) * 1000,
      beepMaxAwaitMs: beepMaxAwaitSeconds === undefined ? BEEP_MAX_AWAIT_MS : beepMaxAwaitSeconds * 1000,
      isImmediate: false,
    };
  }
  const {
    enabled = true,
    machineDetectionTimeout = carrierVoicemail.timeoutSeconds,
    machineDetectionSpeechEndThreshold = carrierVoicemail.speechEndMs,
  } = detection;
  const types: readonly string[] = detection.voicemailDetectionTypes ?? carrierVoicemail.types;
  if (!enabled || !types.some((type) => type.startsWith("machine_"))) return undefined;
  return {
    byBeep: true,
    watchMs: machineDetectionTimeout * 1000,
    beepMaxAwaitMs: BEEP_MAX_AWAIT_MS,
    isImmediate: types.includes("machine_start"),
    carrierTypes: types,
    ...(types.includes("machine_end_silence") && { silenceMs: machineDetectionSpeechEndThreshold }),
  };
}
