import { FRAME_SAMPLES, PHONE_RATE, SAMPLE_RATE } from "../media/audio-format.ts";
import { levelOf } from "../media/level-of.ts";
import { decodeMuLaw, encodeMuLaw } from "../media/mu-law.ts";
import { RateFilter } from "../media/rate-filter.ts";

/** A telephone line that returns our sound. */
export interface ReturningLine {
  /** From a sent frame to its echo. */
  delayMs: number;
  /** Level of the echo, compared with ours. −Infinity: none. */
  gainDb: number;
  /** How much faster than ours the clock of the telephone is, in millionths. Default 0. */
  driftPpm?: number;
}

/** What takes the echo out. */
interface LineCanceller {
  sent(pcm: Int16Array): void;
  clean(pcm: Int16Array): Int16Array;
}

interface ThroughLine {
  /** What the line returned: the person and the echo, as 8 kHz µ-law. */
  heard: Int16Array;
  /** What is left of it. */
  cleaned: Int16Array;
}

/** Amplitude of the noise of a line, below the smallest step of µ-law. */
const NOISE = 3;

/**
 * Sends sound to a line, and cleans what comes back: 10 ms to the line, 10 ms from it, in the pace of one clock. Both sounds are mono 16 kHz. `person`
 * is what somebody says there meanwhile.
 */
export function throughLine(canceller: LineCanceller, line: ReturningLine, sent: Int16Array, person: Int16Array): ThroughLine {
  const gain = 10 ** (line.gainDb / 20);
  const delay = (line.delayMs * SAMPLE_RATE) / 1000;
  const pace = 1 + (line.driftPpm ?? 0) / 1e6;
  const down = new RateFilter(SAMPLE_RATE, PHONE_RATE);
  const up = new RateFilter(PHONE_RATE, SAMPLE_RATE);
  const length = Math.floor(sent.length / FRAME_SAMPLES) * FRAME_SAMPLES;
  const through: ThroughLine = { heard: new Int16Array(length), cleaned: new Int16Array(length) };
  let noise = 1;
  const sampleAt = (at: number) => {
    noise = (noise * 16_807) % 2_147_483_647;
    const from = at * pace - delay;
    const before = sent[Math.floor(from)] ?? 0;
    const echo = before + ((sent[Math.floor(from) + 1] ?? 0) - before) * (from - Math.floor(from));
    return (person[at] ?? 0) + echo * gain + (noise / 1_073_741_824 - 1) * NOISE;
  };
  for (let at = 0; at < length; at += FRAME_SAMPLES) {
    canceller.sent(sent.subarray(at, at + FRAME_SAMPLES));
    const there = Int16Array.from({ length: FRAME_SAMPLES }, (_, index) =>
      Math.max(-32_768, Math.min(32_767, sampleAt(at + index))),
    );
    const heard = up.push(decodeMuLaw(encodeMuLaw(down.push(there))));
    through.heard.set(heard, at);
    through.cleaned.set(canceller.clean(heard), at);
  }
  return through;
}

/** How much softer the second sound is than the first between two seconds, in decibels. */
export function softerBy(first: Int16Array, second: Int16Array, fromSeconds: number, toSeconds: number): number {
  const level = (sound: Int16Array) => levelOf(sound.subarray(fromSeconds * SAMPLE_RATE, toSeconds * SAMPLE_RATE));
  return 20 * Math.log10((level(first) + 0.1) / (level(second) + 0.1));
}

/** A sound that begins later, as long as `seconds`. */
export function startingAt(startSeconds: number, sound: Int16Array, seconds: number): Int16Array {
  const later = new Int16Array(seconds * SAMPLE_RATE);
  const start = startSeconds * SAMPLE_RATE;
  later.set(sound.subarray(0, Math.max(0, later.length - start)), start);
  return later;
}
