/** So many at once, then one each `everyMs`. */
export class TokenBucket {
  readonly #size: number;
  readonly #everyMs: number;
  readonly #monotonicMs: () => number;
  /** When the bucket is full again. */
  #fullAtMs = Number.NEGATIVE_INFINITY;

  constructor(size: number, everyMs: number, monotonicMs: () => number) {
    this.#size = size;
    this.#everyMs = everyMs;
    this.#monotonicMs = monotonicMs;
  }

  /** Takes one, and answers how long to wait for it in milliseconds. */
  take(): number {
    const now = this.#monotonicMs();
    this.#fullAtMs = Math.max(this.#fullAtMs, now) + this.#everyMs;
    return Math.max(0, this.#fullAtMs - now - this.#size * this.#everyMs);
  }
}
