/** How calls are held: third argument of the constructor. What is not set here goes to Daily's `dailyConfig` as it is. */
export interface CallConfig {
  /** Default true: Daily's bundle is loaded as a script and not evaluated, so that a page needs no `unsafe-eval`. */
  avoidEval?: boolean;
  alwaysIncludeMicInPermissionPrompt?: boolean;
  alwaysIncludeCamInPermissionPrompt?: boolean;
  /** Default true: the microphone's sound is cleaned of noise. */
  noiseCancellation?: boolean;
  /** Name of the remote participant who is played; everybody else in a room stays silent. Default: what the platform's servers use. */
  speakerName?: string;
}

/** What a call begins with: fourth argument of the constructor. */
export interface CallObjectOptions {
  /** The microphone: true (the default one), a device id, or a track of the page's own. Default true. */
  audioSource?: string | MediaStreamTrack | boolean;
  /** The camera. Default: on when the call's video is recorded. */
  videoSource?: string | MediaStreamTrack | boolean;
  /** Begin muted. Default false. */
  startAudioOff?: boolean;
}
