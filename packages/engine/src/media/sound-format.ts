import { SAMPLE_RATE } from "./audio-format.ts";
import { decodeMuLaw, encodeMuLaw } from "./mu-law.ts";
import { RateFilter } from "./rate-filter.ts";
import { readPcm, writePcm } from "./wave.ts";

/** Mono sound as bytes. `pcm_s16le`: 16 bit, little-endian. */
export interface SoundFormat {
  encoding: "pcm_s16le" | "mulaw";
  /** Hertz. */
  sampleRate: number;
}

/** A common multiple of rates that are no multiples of each other: 24 and 16 kHz. */
const BETWEEN_RATE = 48_000;

/** Changes the rate of one stream of sound, by way of 48 kHz where it must. */
function createRateChange(from: number, to: number): (pcm: Int16Array) => Int16Array {
  if (from === to) return (pcm) => pcm;
  if (RateFilter.fits(from, to)) {
    const filter = new RateFilter(from, to);
    return (pcm) => filter.push(pcm);
  }
  const [up, down] = [new RateFilter(from, BETWEEN_RATE), new RateFilter(BETWEEN_RATE, to)];
  return (pcm) => down.push(up.push(pcm));
}

/** Makes sound of one stream from the bytes of a format. Half a sample at the end is dropped. */
export function createDecoder({ encoding, sampleRate }: SoundFormat): (bytes: Uint8Array) => Int16Array {
  const change = createRateChange(sampleRate, SAMPLE_RATE);
  return (bytes) => change(encoding === "mulaw" ? decodeMuLaw(bytes) : readPcm(bytes));
}

/** Makes bytes of a format from the sound of one stream. */
export function createEncoder({ encoding, sampleRate }: SoundFormat): (pcm: Int16Array) => Uint8Array {
  const change = createRateChange(SAMPLE_RATE, sampleRate);
  return (pcm) => (encoding === "mulaw" ? encodeMuLaw(change(pcm)) : writePcm(change(pcm)));
}
