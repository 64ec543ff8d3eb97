import { FRAME_SAMPLES } from "./audio-format.ts";

/** Frames after which a live queue is looked at: a second. */
const LOOK_EVERY = 100;
/** So much sound may always wait: two packets of 20 ms. */
const SPARE_SAMPLES = 4 * FRAME_SAMPLES;

/**
 * Takes sound of any length and returns frames of 10 ms. With `maxSamples`, the sound is live: above it, the oldest sound is dropped, and so is what
 * waited through a whole second, because the clock of the other side is ahead of ours.
 */
export class SoundQueue {
  readonly #maxSamples: number;
  #least = Number.POSITIVE_INFINITY;
  #frames = 0;
  #waiting: Int16Array[] = [];
  #samples = 0;

  constructor(maxSamples = Number.POSITIVE_INFINITY) {
    this.#maxSamples = maxSamples;
  }

  push(pcm: Int16Array): void {
    this.#waiting.push(pcm);
    this.#samples += pcm.length;
    if (this.#samples > this.#maxSamples) this.#take(new Int16Array(this.#samples - this.#maxSamples));
  }

  /** Puts sound in front of all waiting sound. */
  putBack(frames: readonly Int16Array[]): void {
    this.#waiting = [...frames, ...this.#waiting];
    for (const { length } of frames) this.#samples += length;
  }

  /** Number of waiting samples. */
  get length(): number {
    return this.#samples;
  }

  get isEmpty(): boolean {
    return this.#samples === 0;
  }

  /** The next 10 ms, the last ones filled up with silence. Undefined: there is none. */
  next(): Int16Array | undefined {
    if (Number.isFinite(this.#maxSamples)) this.#keepUp();
    if (this.isEmpty) return undefined;
    return this.#take(new Int16Array(FRAME_SAMPLES));
  }

  clear(): void {
    this.#waiting = [];
    this.#samples = 0;
  }

  #keepUp(): void {
    this.#least = Math.min(this.#least, this.#samples);
    this.#frames += 1;
    if (this.#frames < LOOK_EVERY) return;
    if (this.#least > SPARE_SAMPLES) this.#take(new Int16Array(this.#least - SPARE_SAMPLES));
    this.#least = Number.POSITIVE_INFINITY;
    this.#frames = 0;
  }

  /** Moves the oldest samples into `taken`, as many as fit. */
  #take(taken: Int16Array): Int16Array {
    let filled = 0;
    for (let first = this.#waiting[0]; first && filled < taken.length; first = this.#waiting[0]) {
      const part = first.subarray(0, taken.length - filled);
      taken.set(part, filled);
      filled += part.length;
      if (part.length === first.length) this.#waiting.shift();
      else this.#waiting[0] = first.subarray(part.length);
    }
    this.#samples -= filled;
    return taken;
  }
}
