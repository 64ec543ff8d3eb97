import type { CallConfig, CallObjectOptions } from "./call-config.ts";

const REASON = "Since Chrome 140 it can leave a call without a microphone.";
/** Reason for the warning about `audioSource: false`. */
export const AUDIO_SOURCE_WARNING = `audioSource: false was replaced by true. ${REASON}`;
const PROMPT_WARNING = `alwaysIncludeMicInPermissionPrompt: false was removed. ${REASON}`;

export interface AudioOptions {
  callConfig?: CallConfig;
  callObject?: CallObjectOptions;
}

export interface SafeAudioOptions {
  callConfig: CallConfig;
  callObject: CallObjectOptions;
  /** One sentence per change. */
  warnings: string[];
}

/**
 * Removes two options that break microphones in recent Chrome: `audioSource: false` becomes true,
 * `alwaysIncludeMicInPermissionPrompt: false` is omitted. The input is not modified.
 */
export function safeAudioOptions({ callConfig = {}, callObject = {} }: AudioOptions): SafeAudioOptions {
  const warnings: string[] = [];
  const safeConfig = { ...callConfig };
  const safeObject = { ...callObject };
  if (safeObject.audioSource === false) {
    safeObject.audioSource = true;
    warnings.push(AUDIO_SOURCE_WARNING);
  }
  if (safeConfig.alwaysIncludeMicInPermissionPrompt === false) {
    delete safeConfig.alwaysIncludeMicInPermissionPrompt;
    warnings.push(PROMPT_WARNING);
  }
  return { callConfig: safeConfig, callObject: safeObject, warnings };
}
