import { FRAME_SAMPLES } from "./audio-format.ts";

/** Sound of any length in, frames of 10 ms out. What is more than `maxSamples` behind is left out, the oldest first. */
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
    if (this.#samples > this.#maxSamples) this.#take(this.#samples - this.#maxSamples);
  }

  get isEmpty(): boolean {
    return this.#samples === 0;
  }

  /** The next 10 ms, the last ones filled up with silence. Undefined: there is none. */
  next(): Int16Array | undefined {
    if (this.isEmpty) return undefined;
    const frame = new Int16Array(FRAME_SAMPLES);
    frame.set(this.#take(FRAME_SAMPLES));
    return frame;
  }

  clear(): void {
    this.#waiting = [];
    this.#samples = 0;
  }

  #take(count: number): Int16Array {
    const taken = new Int16Array(Math.min(count, this.#samples));
    for (let filled = 0; filled < taken.length; ) {
      const [first = new Int16Array()] = this.#waiting;
      const part = first.subarray(0, taken.length - filled);
      taken.set(part, filled);
      filled += part.length;
      if (part.length === first.length) this.#waiting.shift();
      else this.#waiting[0] = first.subarray(part.length);
    }
    this.#samples -= taken.length;
    return taken;
  }
}
