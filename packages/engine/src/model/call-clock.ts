/** Monotonic milliseconds, like `performance.now()`. */
export type NowMs = () => number;

/**
 * Milliseconds since the caller joined, which is also the first sample of the recording.
 * 0 before `start`.
 */
export class CallClock {
  #now: NowMs;
  #startedAtMs: number | undefined;

  constructor(now: NowMs) {
    this.#now = now;
  }

  start(): void {
    this.#startedAtMs ??= this.#now();
  }

  get nowMs(): number {
    return this.#startedAtMs === undefined ? 0 : this.#now() - this.#startedAtMs;
  }
}
