/** Work that a busy host leaves out without a gap in the sound, in this order. The number is the delay of the event loop, in milliseconds, from which it is left out. */
const LEFT_OUT_FROM_MS = {
  /** Words of unfinished speech. They are recognized again when the speech is complete. */
  "interim-words": 25,
  /** Partial lines for watchers of the call. The events have each line once it is complete. */
  "partial-lines": 50,
  /** Recognition that begins in a pause of the caller, before the end of the speech is certain. Without it, the final words come later. */
  "early-words": 100,
} as const;

export type Sheddable = keyof typeof LEFT_OUT_FROM_MS;

/** Decides what a busy host skips. */
export class LoadShedding {
  readonly #delayMs: () => number;

  /** `delayMs`: of the event loop in the last second. */
  constructor(delayMs: () => number) {
    this.#delayMs = delayMs;
  }

  leavesOut(work: Sheddable): boolean {
    return this.#delayMs() >= LEFT_OUT_FROM_MS[work];
  }
}

/** Never skips work. */
export const NO_SHEDDING = new LoadShedding(() => 0);
