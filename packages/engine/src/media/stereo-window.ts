import { SAMPLE_RATE } from "./audio-format.ts";

export const CHANNELS = 2;
/** A side that runs this far ahead of the call's clock drops sound; one this far behind skips. Devices' clocks differ. */
const AHEAD_MAX_MS = 250;
const BEHIND_MAX_MS = 1_000;

/** Clocks are compared once in this time, by the sound that came earliest. */
const COMPARE_EVERY_MS = 5_000;
/** The clocks of telephones differ by up to 100 ppm, which is 6 ms a minute. */
const APART_MAX_MS = 40;

export const toSamples = (ms: number): number => Math.round((ms * SAMPLE_RATE) / 1000);

/** Left is the caller, right the assistant. */
export type RecordingSide = "customer" | "assistant";

/**
 * The last seconds of both sides of a call, interleaved, at 16 kHz. Sample 0 is time 0 of the call's clock; each side's sound is at its own time,
 * with silence between.
 */
export class StereoWindow {
  /** Samples from `#base` on. */
  readonly #samples: Int16Array;
  /** First sample in memory. */
  #base = 0;
  /** Next sample of each live side. */
  readonly #next: Partial<Record<RecordingSide, number>> = {};
  /** How far each live side was ahead of the call's clock at most, since a time. Only late packets make it less. */
  readonly #ahead: Partial<Record<RecordingSide, { samples: number; sinceMs: number }>> = {};

  constructor(windowMs: number, base = 0) {
    this.#samples = new Int16Array(toSamples(windowMs) * CHANNELS);
    this.#base = base;
  }

  get base(): number {
    return this.#base;
  }

  /** Writes sound of one side from `atSample` on. Samples outside the window are lost. */
  write(side: RecordingSide, atSample: number, pcm: Int16Array): void {
    const channel = side === "customer" ? 0 : 1;
    for (let index = 0; index < pcm.length; index++) {
      const slot = (atSample + index - this.#base) * CHANNELS + channel;
      if (slot >= 0 && slot < this.#samples.length) this.#samples[slot] = pcm[index] ?? 0;
    }
  }

  /** Appends sound that has just arrived. */
  append(side: RecordingSide, pcm: Int16Array, nowMs: number): void {
    const expected = toSamples(nowMs) - pcm.length;
    let next = this.#next[side] ?? expected;
    if (next > expected + toSamples(AHEAD_MAX_MS)) return;
    if (next < expected - toSamples(BEHIND_MAX_MS)) next = expected;
    next -= this.#apart(side, next - expected, nowMs);
    this.write(side, next, pcm);
    this.#next[side] = next + pcm.length;
  }

  /** By how many samples the clock of a side has got ahead of the call's. Negative: it is behind. */
  #apart(side: RecordingSide, ahead: number, nowMs: number): number {
    const { samples, sinceMs } = this.#ahead[side] ?? { samples: ahead, sinceMs: nowMs };
    const most = Math.max(samples, ahead);
    const isDue = nowMs - sinceMs >= COMPARE_EVERY_MS;
    if (isDue) delete this.#ahead[side];
    else this.#ahead[side] = { samples: most, sinceMs };
    return isDue && Math.abs(most) > toSamples(APART_MAX_MS) ? most : 0;
  }

  /** Removes the samples before `untilSample` from the window, at most all, and returns them as little-endian bytes. */
  take(untilSample: number): Buffer {
    const samples = Math.max(0, Math.min(untilSample - this.#base, this.#samples.length / CHANNELS));
    const used = samples * CHANNELS;
    const bytes = Buffer.alloc(used * Int16Array.BYTES_PER_ELEMENT);
    for (let index = 0; index < used; index++)
      bytes.writeInt16LE(this.#samples[index] ?? 0, index * Int16Array.BYTES_PER_ELEMENT);
    this.#samples.copyWithin(0, used);
    this.#samples.fill(0, this.#samples.length - used);
    this.#base += samples;
    return bytes;
  }
}
