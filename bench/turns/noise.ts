import { throughMuLaw } from "../../packages/engine/src/media/mu-law.ts";
import { RateFilter } from "../../packages/engine/src/media/rate-filter.ts";

export const SECOND = 16_000;
const PHONE_RATE = 8_000;
const WINDOW = SECOND / 100;
const FULL = 32_767;
const PEAK = 16_000;

/** Root mean square of each 10 ms. */
export function loudness(pcm: Int16Array): number[] {
  return Array.from({ length: Math.floor(pcm.length / WINDOW) }, (_, window) => {
    const piece = pcm.subarray(window * WINDOW, (window + 1) * WINDOW);
    return Math.sqrt(piece.reduce((sum, sample) => sum + sample * sample, 0) / WINDOW);
  });
}

/** Start of the quietest stretch of this many samples, to 10 ms. */
export function quietest(pcm: Int16Array, samples: number): number {
  const levels = loudness(pcm);
  const width = Math.min(samples / WINDOW, levels.length);
  let best = { at: 0, sum: Number.POSITIVE_INFINITY };
  for (let at = 0; at + width <= levels.length; at++) {
    const sum = levels.slice(at, at + width).reduce((all, level) => all + level, 0);
    if (sum < best.sum) best = { at, sum };
  }
  return best.at * WINDOW;
}

/** Numbers of a normal distribution that are the same in each run. */
function normalNumbers(seed: number): () => number {
  let state = seed;
  const next = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state + 1) / 2_147_483_649;
  };
  return () => Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
}

const clipped = (value: number) => Math.max(-FULL, Math.min(FULL, Math.round(value)));

function scaled(pcm: Int16Array): Int16Array {
  const peak = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  return pcm.map((sample) => clipped((sample * PEAK) / peak));
}

/** White noise whose fast changes are smoothed, as rooms sound, of this root mean square. */
function roomNoise(level: number): () => number {
  const normal = normalNumbers(7);
  let slow = 0;
  return () => {
    slow = 0.9 * slow + normal();
    return level * slow * Math.sqrt(1 - 0.81);
  };
}

function lineNoise(level: number): () => number {
  const normal = normalNumbers(11);
  let at = 0;
  return () => level * normal() + 20 * Math.sin((2 * Math.PI * 50 * at++) / SECOND);
}

/**
 * The background noise under a caller's sound, which also continues before and after it. Loudness is a root mean square, of 32,767; speech peaks at
 * 16,000.
 */
export const CONDITIONS = {
  "digital silence": (pcm: Int16Array) => scaled(pcm),
  "room, 40": (pcm: Int16Array) => under(scaled(pcm), roomNoise(40)),
  "line, 60, and a hum": (pcm: Int16Array) => under(scaled(pcm), lineNoise(60)),
  "telephone, µ-law": (pcm: Int16Array) =>
    new RateFilter(PHONE_RATE, SECOND).push(
      new RateFilter(SECOND, PHONE_RATE).push(under(scaled(pcm), roomNoise(8))).map(throughMuLaw),
    ),
} as const;
export type Condition = keyof typeof CONDITIONS;

function under(pcm: Int16Array, noise: () => number): Int16Array {
  return pcm.map((sample) => clipped(sample + noise()));
}
