import { builtInRecognizer } from "@callwright/engine/testing";
import { command } from "./command.ts";

const SAMPLE_RATE = 16_000;
const FRAME_SAMPLES = SAMPLE_RATE / 50;
/** −34 dBFS: above hiss, below speech. In a noisy room speech is what stands out of the noise by this factor. */
const SPEECH_PEAK = 655;
const ABOVE_NOISE = 3;
/** A pause longer than this separates two utterances. */
const PAUSE_FRAMES = 35;
/** Silence around short words keeps the recognizer from hearing them. */
const BEFORE_SAMPLES = 0.05 * SAMPLE_RATE;
const AFTER_SAMPLES = 0.1 * SAMPLE_RATE;

/** One stretch of speech, in seconds from the start. */
export interface Utterance {
  startSeconds: number;
  endSeconds: number;
  text: string;
}

const RAW = ["-t", "raw", "-e", "signed-integer", "-b", "16", "-c", "1"];

async function decode(input: readonly string[], effects: readonly string[]): Promise<Int16Array> {
  const bytes = await command("sox", [...input, ...RAW, "-r", String(SAMPLE_RATE), "-", ...effects]);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

/** One channel (0 left, 1 right) of an audio file as 16 kHz samples. */
export function decodeChannel(file: string, channel: 0 | 1): Promise<Int16Array> {
  return decode([file], ["remix", String(channel + 1)]);
}

/** Raw 16-bit mono samples of any rate as 16 kHz samples. */
export function decodeSamples(file: string, sampleRate: number): Promise<Int16Array> {
  return decode([...RAW, "-r", String(sampleRate), file], []);
}

function framePeaks(samples: Int16Array): number[] {
  return Array.from({ length: Math.ceil(samples.length / FRAME_SAMPLES) }, (_, frame) =>
    samples
      .subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES)
      .reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
  );
}

function speechStretches(samples: Int16Array): { start: number; end: number }[] {
  const peaks = framePeaks(samples);
  // The quietest fifth of the frames is the room.
  const room = peaks.toSorted((a, b) => a - b)[Math.floor(peaks.length / 5)] ?? 0;
  const threshold = Math.max(SPEECH_PEAK, room * ABOVE_NOISE);
  const stretches: { start: number; end: number }[] = [];
  for (const [frame, peak] of peaks.entries()) {
    if (peak <= threshold) continue;
    const start = frame * FRAME_SAMPLES;
    const open = stretches.at(-1);
    if (open && start - open.end <= PAUSE_FRAMES * FRAME_SAMPLES) open.end = start + FRAME_SAMPLES;
    else stretches.push({ start, end: start + FRAME_SAMPLES });
  }
  return stretches;
}

/** The recognized words in 16 kHz samples, utterance by utterance. */
export async function recognise(samples: Int16Array): Promise<Utterance[]> {
  const utterances: Utterance[] = [];
  for (const { start, end } of speechStretches(samples)) {
    const sound = samples.slice(Math.max(0, start - BEFORE_SAMPLES), end + AFTER_SAMPLES);
    const text = await builtInRecognizer.recognize(
      Float32Array.from(sound, (value) => value / 32_768),
      new AbortController().signal,
    );
    utterances.push({ startSeconds: start / SAMPLE_RATE, endSeconds: end / SAMPLE_RATE, text });
  }
  return utterances;
}
