import { inference } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "./audio-format.ts";

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

const WINDOW_SAMPLES = (VOICE_WINDOW_MS * SAMPLE_RATE) / 1_000;
const SILENT_SAMPLES = (SPEECH_PAUSE_MS * SAMPLE_RATE) / 1_000;

/**
 * Lets the detector's windows begin where sound begins after exact silence, by some more silence before it. Otherwise, what the detector and then a
 * recognizer make of a sound depends on when it came: with 16 places in a window, simulated callers who said the same were not understood the same.
 * Microphones never have exact silence; their frames pass unchanged.
 */
export function createWindowAligner(): (frame: AudioFrame) => AudioFrame {
  let [samples, silent] = [0, 0];
  return (frame) => {
    const { data, channels, sampleRate } = frame;
    const first = data.findIndex((sample) => sample !== 0);
    const begins = first !== -1 && silent + first >= SILENT_SAMPLES;
    const missing = begins ? (WINDOW_SAMPLES - ((samples + first) % WINDOW_SAMPLES)) % WINDOW_SAMPLES : 0;
    silent = first === -1 ? silent + data.length : data.length - 1 - data.findLastIndex((sample) => sample !== 0);
    samples += missing + data.length;
    if (missing === 0) return frame;
    const longer = new Int16Array(missing + data.length);
    longer.set(data, missing);
    return new AudioFrame(longer, sampleRate, channels, longer.length);
  };
}
