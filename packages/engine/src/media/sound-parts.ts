import { setImmediate as nextTurn } from "node:timers/promises";
import { SAMPLE_RATE } from "./audio-format.ts";

/** Numbers from 0 to below 1. */
export type Random = () => number;
/** Takes a sound sample by sample. */
export type SampleFilter = (sample: number) => number;

/** Mulberry32: small, and the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One pole. */
export function lowPass(cutoffHz: number): SampleFilter {
  const part = 1 - Math.exp((-2 * Math.PI * cutoffHz) / SAMPLE_RATE);
  let last = 0;
  return (sample) => {
    last += part * (sample - last);
    return last;
  };
}

/** Two poles at a frequency, with about the same gain at its peak for every frequency. */
export function resonance(hz: number, widthHz: number): SampleFilter {
  const radius = Math.exp((-Math.PI * widthHz) / SAMPLE_RATE);
  const feedback = 2 * radius * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
  const gain = (1 - radius) * Math.sqrt(1 - 2 * radius * Math.cos((4 * Math.PI * hz) / SAMPLE_RATE) + radius * radius);
  let [last, before] = [0, 0];
  return (sample) => {
    const next = gain * sample + feedback * last - radius * radius * before;
    before = last;
    last = next;
    return next;
  };
}

/** Formants of vowels, in Hz. */
const VOWELS = [
  [300, 2200],
  [400, 1900],
  [550, 1700],
  [650, 1100],
  [450, 850],
  [350, 750],
] as const;

/** A person who murmurs. */
interface Murmur {
  pitchHz: number;
  /** A wall, or distance, takes the high tones. */
  cutoffHz: number;
  /** Longest pause between two phrases. */
  pauseSeconds: number;
}

/** Adds syllables of a buzz with the formants of vowels, in phrases with pauses: the melody of speech without words. */
export async function addMurmur(sound: Float32Array, { pitchHz, cutoffHz, pauseSeconds }: Murmur, random: Random): Promise<void> {
  const [wall, thickWall] = [lowPass(cutoffHz), lowPass(cutoffHz)];
  const loudness = 0.05 + 0.04 * random();
  let at = Math.floor(random() * 3 * SAMPLE_RATE);
  while (at < sound.length) {
    // Other calls need this thread every 10 ms.
    await nextTurn();
    const syllables = 4 + Math.floor(random() * 12);
    for (let syllable = 0; syllable < syllables; syllable++) {
      const [low, high] = VOWELS[Math.floor(random() * VOWELS.length)] ?? VOWELS[0];
      const [first, second] = [resonance(low, 90), resonance(high, 140)];
      const length = Math.floor((0.11 + 0.16 * random()) * SAMPLE_RATE);
      const stress = loudness * (0.4 + 0.6 * random());
      // A phrase falls, a stressed syllable rises.
      const tone = pitchHz * (1.12 - (0.25 * syllable) / syllables + 0.12 * random());
      let phase = 0;
      for (let index = 0; index < length && at + index < sound.length; index++) {
        phase = (phase + tone / SAMPLE_RATE) % 1;
        const buzz = 1 - 2 * phase + 0.2 * (random() - 0.5);
        const shape = Math.sin((index / length) * Math.PI);
        const heard = thickWall(wall((first(buzz) + 0.5 * second(buzz)) * shape * stress));
        sound[at + index] = (sound[at + index] ?? 0) + heard;
      }
      at += length + Math.floor(0.03 * random() * SAMPLE_RATE);
    }
    at += Math.floor((0.8 + pauseSeconds * random()) * SAMPLE_RATE);
  }
}

/** The sound with its highest peak at full scale. */
export function atFullScale(sound: Float32Array): Int16Array {
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return Int16Array.from(sound, (sample) => Math.round((sample / peak) * FULL_SCALE));
}

const FULL_SCALE = 32_767;
