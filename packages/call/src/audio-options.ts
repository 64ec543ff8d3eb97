import type { CallConfig, CallObjectOptions } from "./call-config.ts";

const REASON = "Since Chrome 140 it can leave a call without a microphone.";
/** Why `audioSource: false` is not passed on. */
export const AUDIO_SOURCE_WARNING = `audioSource: false was replaced by true. ${REASON}`;
const PROMPT_WARNING = `alwaysIncludeMicInPermissionPrompt: false was removed. ${REASON}`;

export interface AudioOptions {
  callConfig?: CallConfig;
  callObject?: CallObjectOptions;
}

export interface SafeAudioOptions {
  callConfig: CallConfig;
  callObject: CallObjectOptions;
  /** One sentence for each thing that was changed. */
  warnings: string[];
}

/**
 * Options of a call without the two that break microphones in recent Chrome: `audioSource: false` becomes true,
 * `alwaysIncludeMicInPermissionPrompt: false` is left out. What is passed in is not changed.
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
