import type { NowMs } from "./call-clock.ts";

/** A page that is reloaded, or a caller who changes windows, makes a handful; each costs a peer connection of the host. */
export const OFFERS_PER_MINUTE = 10;
const PER_MS = OFFERS_PER_MINUTE / 60_000;

/** How often one call may be joined: 10 times at once, and once more every 6 s. */
export class OfferRate {
  #now: NowMs;
  #left = OFFERS_PER_MINUTE;
  #countedAtMs: number;

  constructor(now: NowMs) {
    this.#now = now;
    this.#countedAtMs = now();
  }

  /** Counts one offer. Answers 0, or in how many seconds, rounded up, one may come; then it was not counted. */
  take(): number {
    const nowMs = this.#now();
    this.#left = Math.min(OFFERS_PER_MINUTE, this.#left + (nowMs - this.#countedAtMs) * PER_MS);
    this.#countedAtMs = nowMs;
    if (this.#left < 1) return Math.ceil((1 - this.#left) / PER_MS / 1000);
    this.#left -= 1;
    return 0;
  }
}
