const TICK_MS = 250;

/**
 * Adds up for how long this process stood still: what others sent meanwhile comes all at once then, and is not their fault. The timer runs only
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

  /** Measures from now on, until the function that it answers is called. */
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

  /** All stalls so far, in milliseconds, with one whose end the timer has not seen yet: messages may be read before it. */
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

/** Of this process. */
export const processStalls = new StallClock(() => Number(process.hrtime.bigint()) / 1e6);
