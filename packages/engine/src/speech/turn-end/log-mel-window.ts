import { SAMPLE_RATE } from "../../media/audio-format.ts";
import { PowerSpectrum } from "./fourier.ts";

/** Seconds of sound that the model reads: the last ones of the turn. */
const WINDOW_SECONDS = 8;
const HOP = SAMPLE_RATE / 100;
const FRAME = 400;
const HALF_FRAME = FRAME / 2;
const BINS = HALF_FRAME + 1;
export const MEL_BANDS = 80;
export const MEL_FRAMES = (WINDOW_SECONDS * SAMPLE_RATE) / HOP;
/** Constants of the reference implementation, `WhisperFeatureExtractor` of Hugging Face's transformers. */
const FLOOR = -10;
const VARIANCE_FLOOR = 1e-7;
const RANGE = 8;
/** Replaces a power of zero. */
const SMALLEST = 1e-30;
const LOG_SMALLEST = -30;
/** Converts 16-bit samples to −1 … 1. */
const SCALE = 1 / 32_768;

const HANN = Float64Array.from({ length: FRAME }, (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / FRAME));

interface MelBand {
  first: number;
  weights: Float64Array;
}

/** Slaney's mel scale: linear to 1 kHz, logarithmic above. */
function hertzOf(mel: number): number {
  return mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp((mel - 15) * (Math.log(6.4) / 27));
}

/** Triangles of equal area, evenly spread on the mel scale from 0 to 8 kHz. */
function melBands(): MelBand[] {
  const topMel = 15 + Math.log(SAMPLE_RATE / 2 / 1000) / (Math.log(6.4) / 27);
  const edge = (index: number) => hertzOf((topMel * index) / (MEL_BANDS + 1));
  const binHertz = SAMPLE_RATE / FRAME;
  return Array.from({ length: MEL_BANDS }, (_, band) => {
    const [low, middle, high] = [edge(band), edge(band + 1), edge(band + 2)];
    const first = Math.ceil(low / binHertz);
    const last = Math.min(BINS - 1, Math.floor(high / binHertz));
    const weights = Float64Array.from({ length: last - first + 1 }, (_, index) => {
      const hertz = (first + index) * binHertz;
      const height = Math.min((hertz - low) / (middle - low), (high - hertz) / (high - middle));
      return (Math.max(0, height) * 2) / (high - low);
    });
    return { first, weights };
  });
}

const BANDS = melBands();
const SPECTRUM = new PowerSpectrum(FRAME);
/** The bin at 40 Hz. The one at 0 Hz counts in no band. */
const LOWEST = 1;
const LOWEST_WEIGHTS = BANDS.map(({ first, weights }) => weights[LOWEST - first] ?? 0);
const LOWEST_ANGLES = Float64Array.from({ length: FRAME }, (_, index) => (-2 * Math.PI * LOWEST * index) / FRAME);
const LOWEST_COS = LOWEST_ANGLES.map(Math.cos);
const LOWEST_SIN = LOWEST_ANGLES.map(Math.sin);
/** Buffers of all windows: one frame is written at a time. */
const windowed = new Float64Array(FRAME);
const power = new Float64Array(BINS);

/**
 * The last 8 s of a turn as the model reads them: Whisper's log-mel features, a frame each 10 ms. They are made while the sound comes, because
 * 800 frames at once would hold the event loop for about 10 ms in each pause. What the whole window decides, its loudness and
 * its mean, is applied at the end. The mean reaches only the lowest bin that counts, at 40 Hz, and with it the lowest bands.
 */
export class LogMelWindow {
  /** Logarithms of the bands' powers, frame after frame, in a ring. */
  readonly #frames = new Float32Array(MEL_FRAMES * MEL_BANDS);
  /** Real and imaginary part of the bin at 40 Hz. */
  readonly #lowest = new Float64Array(MEL_FRAMES * 2);
  readonly #sums = new Float64Array(MEL_FRAMES);
  readonly #squares = new Float64Array(MEL_FRAMES);
  /** Hops since the start or `clear`. Its frame is ready when half a frame follows it. */
  #hops = 0;
  #pending = new Int16Array(0);
  /** The samples for the next frames, from half a frame before the first of them. */
  #recent = new Float64Array(HALF_FRAME);

  /** Samples at 16 kHz. */
  push(pcm: Int16Array): void {
    const sound = new Int16Array(this.#pending.length + pcm.length);
    sound.set(this.#pending);
    sound.set(pcm, this.#pending.length);
    let at = 0;
    for (; at + HOP <= sound.length; at += HOP) this.#addHop(sound.subarray(at, at + HOP));
    this.#pending = sound.slice(at);
  }

  clear(): void {
    this.#hops = 0;
    this.#pending = new Int16Array(0);
    this.#recent = new Float64Array(HALF_FRAME);
  }

  #addHop(hop: Int16Array): void {
    const slot = this.#hops % MEL_FRAMES;
    let sum = 0;
    let squares = 0;
    const recent = new Float64Array(this.#recent.length + HOP);
    recent.set(this.#recent);
    for (let index = 0; index < HOP; index++) {
      const sample = (hop[index] ?? 0) * SCALE;
      recent[this.#recent.length + index] = sample;
      sum += sample;
      squares += sample * sample;
    }
    this.#sums[slot] = sum;
    this.#squares[slot] = squares;
    this.#hops += 1;
    this.#recent = recent;
    // Frame n is centered on the start of hop n.
    if (recent.length < FRAME) return;
    this.#writeFrame(this.#hops - 2, recent.subarray(0, FRAME));
    this.#recent = recent.slice(HOP);
  }

  #writeFrame(frame: number, sound: Float64Array): void {
    const slot = frame % MEL_FRAMES;
    for (let index = 0; index < FRAME; index++) windowed[index] = (sound[index] ?? 0) * (HANN[index] ?? 0);
    SPECTRUM.write(windowed, power);
    power[LOWEST] = 0;
    for (const [band, { first, weights }] of BANDS.entries()) {
      let sum = 0;
      for (let index = 0; index < weights.length; index++) sum += (weights[index] ?? 0) * (power[first + index] ?? 0);
      this.#frames[slot * MEL_BANDS + band] = Math.log10(Math.max(sum, SMALLEST));
    }
    this.#lowest[slot * 2] = LOWEST_COS.reduce((sum, cos, index) => sum + cos * (windowed[index] ?? 0), 0);
    this.#lowest[slot * 2 + 1] = LOWEST_SIN.reduce((sum, sin, index) => sum + sin * (windowed[index] ?? 0), 0);
  }

  /** The features of the window that ends now, band after band, `MEL_BANDS × MEL_FRAMES`. Before the first sound it is silent. */
  features(): Float32Array {
    const heard = Math.min(this.#hops, MEL_FRAMES);
    if (heard > 0) this.#writeLastFrame();
    const samples = MEL_FRAMES * HOP;
    const mean = total(this.#sums, heard) / samples;
    const loudness = Math.log10(total(this.#squares, heard) / samples - mean * mean + VARIANCE_FLOOR);
    const features = new Float32Array(MEL_BANDS * MEL_FRAMES);
    let top = FLOOR;
    for (let age = 1; age <= MEL_FRAMES; age++) {
      const slot = age <= heard ? (this.#hops - age) % MEL_FRAMES : undefined;
      for (let band = 0; band < MEL_BANDS; band++) {
        const value = Math.max(FLOOR, this.#logPower(slot, band, mean) - loudness);
        features[band * MEL_FRAMES + MEL_FRAMES - age] = value;
        if (value > top) top = value;
      }
    }
    return features.map((value) => (Math.max(value, top - RANGE) + 4) / 4);
  }

  /** `slot`: undefined before the first sound. */
  #logPower(slot: number | undefined, band: number, mean: number): number {
    const rest = slot === undefined ? LOG_SMALLEST : (this.#frames[slot * MEL_BANDS + band] ?? LOG_SMALLEST);
    const weight = LOWEST_WEIGHTS[band] ?? 0;
    if (weight === 0) return rest;
    const real = slot === undefined ? 0 : (this.#lowest[slot * 2] ?? 0);
    const imaginary = slot === undefined ? 0 : (this.#lowest[slot * 2 + 1] ?? 0);
    // The transform of the window function is −FRAME / 4 in this bin.
    return Math.log10(10 ** rest + weight * ((real + (mean * FRAME) / 4) ** 2 + imaginary ** 2) + SMALLEST);
  }

  /** The sound after the last frame does not exist yet: its end is mirrored, as in the reference. */
  #writeLastFrame(): void {
    const sound = new Float64Array(FRAME);
    sound.set(this.#recent.subarray(0, FRAME));
    const heard = Math.min(this.#recent.length, FRAME);
    for (let at = heard; at < FRAME; at++) sound[at] = this.#recent[2 * (heard - 1) - at] ?? 0;
    this.#writeFrame(this.#hops - 1, sound);
  }
}

const total = (values: Float64Array, count: number) => values.subarray(0, count).reduce((sum, each) => sum + each, 0);
