import { FRAME_SAMPLES } from "./audio-format.ts";

/** Takes sound of any length and returns frames of 10 ms. Above `maxSamples`, the oldest sound is dropped. */
export class SoundQueue {
  readonly #maxSamples: number;
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
    if (this.isEmpty) return undefined;
    return this.#take(new Int16Array(FRAME_SAMPLES));
  }

  clear(): void {
    this.#waiting = [];
    this.#samples = 0;
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
