const TICK_MS = 250;

/**
 * Sums how long this process stood still: messages from that time arrive together afterwards, and their senders are not to blame. The timer runs only
 * while something watches.
 */
export class StallClock {
  readonly #now: () => number;
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #tickedAtMs = 0;
  #stalledMs = 0;

  /** `now`: milliseconds that never go back. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Measures until the returned function is called. */
  watch(): () => void {
    this.#watchers += 1;
    if (this.#watchers === 1) {
      this.#tickedAtMs = this.#now();
      this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
    }
    let isWatching = true;
    return () => {
      if (isWatching) this.#watchers -= 1;
      isWatching = false;
      if (this.#watchers === 0) clearInterval(this.#timer);
    };
  }

  /** All stalls so far, in milliseconds, including one that the timer has not noticed yet: messages may be read before it. */
  get stalledMs(): number {
    this.#tick();
    return this.#stalledMs;
  }

  #tick(): void {
    const nowMs = this.#now();
    const lateMs = nowMs - this.#tickedAtMs - TICK_MS;
    if (lateMs > 0) this.#stalledMs += lateMs;
    this.#tickedAtMs = nowMs;
  }
}

/** Measures the stalls of this process. */
export const processStalls = new StallClock(() => Number(process.hrtime.bigint()) / 1e6);
