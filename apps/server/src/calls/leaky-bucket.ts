interface BucketOptions {
  /** What leaks out. */
  perSecond: number;
  /** What it holds. */
  max: number;
}

/** Allows so much a second, and bursts: unused seconds add nothing beyond `max`. `nowMs` never goes back. */
export class LeakyBucket {
  readonly #options: BucketOptions;
  #level = 0;
  #atMs: number;

  constructor(options: BucketOptions, nowMs: number) {
    this.#options = options;
    this.#atMs = nowMs;
  }

  /** False when it overflows. */
  add(amount: number, nowMs: number): boolean {
    const { perSecond, max } = this.#options;
    this.#level = Math.max(0, this.#level - ((nowMs - this.#atMs) / 1_000) * perSecond) + amount;
    this.#atMs = nowMs;
    return this.#level <= max;
  }
}
