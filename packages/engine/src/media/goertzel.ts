import { SAMPLE_RATE } from "./audio-format.ts";

/** Power of one frequency in a block of 16 kHz sound, by Goertzel's algorithm. */
export function powerOf(hz: number, block: Float32Array): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
  let before = 0;
  let now = 0;
  for (const sample of block) [before, now] = [now, sample + turn * now - before];
  return now * now + before * before - turn * now * before;
}

/** The loudest of several frequencies. */
export function loudest(tonesHz: readonly number[], block: Float32Array): { index: number; power: number } {
  return tonesHz
    .map((hz, index) => ({ index, power: powerOf(hz, block) }))
    .reduce((best, each) => (each.power > best.power ? each : best));
}

export const energyOf = (block: Float32Array): number => block.reduce((sum, sample) => sum + sample * sample, 0);
