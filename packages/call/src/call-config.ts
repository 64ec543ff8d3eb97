import type { DailyAdvancedConfig, DailyFactoryOptions } from "@daily-co/daily-js";

/** How calls are held: third argument of the constructor. At rooms of Daily all but ours is passed on as its `dailyConfig`. */
export interface CallConfig extends DailyAdvancedConfig {
  /** Default true: Daily's bundle is loaded as a script and not evaluated, so that a page needs no `unsafe-eval`. */
  avoidEval?: boolean;
  /** Default true: the microphone's sound is cleaned of noise. */
  noiseCancellation?: boolean;
  /** Name of the remote participant who is played; everybody else in a room stays silent. Default: what the platform's servers use. */
  speakerName?: string;
}

/**
 * What a call begins with: fourth argument of the constructor. `audioSource`: true for the default microphone (the default), a device
 * id, or a track of the page's own. `videoSource`: the same for the camera; by default it is on when the call's video is recorded.
 * `startAudioOff`: begin muted (default false).
 */
export type CallObjectOptions = Pick<DailyFactoryOptions, "audioSource" | "videoSource" | "startAudioOff">;
