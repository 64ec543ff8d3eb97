import type { DailyAdvancedConfig, DailyFactoryOptions } from "@daily-co/daily-js";

/** Third argument of the constructor. Daily rooms get the other fields as their `dailyConfig`. */
export interface CallConfig extends DailyAdvancedConfig {
  /** Default true: loads Daily's bundle as a script, so that a page needs no `unsafe-eval`. */
  avoidEval?: boolean;
  /** Default true: removes noise from the microphone. */
  noiseCancellation?: boolean;
  /** Name of the remote participant that is played. Others stay silent. Default: the name that the platform's servers use. */
  speakerName?: string;
}

/**
 * Fourth argument of the constructor. `audioSource`: true for the default microphone (default), a device
 * id, or the page's track. `videoSource`: the same for the camera, by default on if the call's video is recorded.
 * `startAudioOff`: start muted (default false).
 */
export type CallObjectOptions = Pick<DailyFactoryOptions, "audioSource" | "videoSource" | "startAudioOff">;
