import { SAMPLE_RATE } from "./audio-format.ts";

const TONES_HZ = [440, 480];
const AMPLITUDE = 2_000;
const ON_SECONDS = 2;
const CYCLE_SECONDS = 6;

/** What a caller hears while another telephone rings, as a loop. */
export function ringTone(): Int16Array {
  return Int16Array.from({ length: CYCLE_SECONDS * SAMPLE_RATE }, (_, at) => {
    if (at >= ON_SECONDS * SAMPLE_RATE) return 0;
    return Math.round(TONES_HZ.reduce((sum, hz) => sum + AMPLITUDE * Math.sin((2 * Math.PI * hz * at) / SAMPLE_RATE), 0));
  });
}
