/** A token bucket: a burst, then one token every `everyMs`. */
export class TokenBucket {
  readonly #size: number;
  readonly #everyMs: number;
  readonly #monotonicMs: () => number;
  /** The time when the bucket is full. */
  #fullAtMs = Number.NEGATIVE_INFINITY;

  constructor(size: number, everyMs: number, monotonicMs: () => number) {
    this.#size = size;
    this.#everyMs = everyMs;
    this.#monotonicMs = monotonicMs;
  }

  /** Takes one token and returns the wait in milliseconds. */
  take(): number {
    const now = this.#monotonicMs();
    this.#fullAtMs = Math.max(this.#fullAtMs, now) + this.#everyMs;
    return Math.max(0, this.#fullAtMs - now - this.#size * this.#everyMs);
  }
}
