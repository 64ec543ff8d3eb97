import { inference } from "@livekit/agents";

/** The detector reports at the end of each window. */
export const VOICE_WINDOW_MS = 32;
/**
 * A pause this long ends a speech: six windows. The framework's default is eight. In 45 s of human speech (13 recordings of
 * pocketsphinx-testdata) no pause is longer than 160 ms.
 */
export const SPEECH_PAUSE_MS = 6 * VOICE_WINDOW_MS;
/**
 * From a caller's last audible sample to the detected end of the speech. The detector's score falls one or two windows after the voice: the median of
 * 21 recordings (those of `bench/turns` without pauses) is 245 ms, 90 % are below 333 ms.
 */
export const SPEECH_END_LAG_MS = SPEECH_PAUSE_MS + 53;

/** Distinguishes voice from silence. A transcriber and the session that waits for its words end a speech at the same moment. */
export function createPauseDetector(): inference.VAD {
  return new inference.VAD({ model: "silero", minSilenceDuration: SPEECH_PAUSE_MS });
}
