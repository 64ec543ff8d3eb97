import type { NowMs } from "../model/call-clock.ts";

/** Reloading a page, or changing windows, takes a few offers; each costs the host a peer connection. */
export const OFFERS_PER_MINUTE = 10;
const PER_MS = OFFERS_PER_MINUTE / 60_000;

/** Limits offers to one call: 10 at once, and one more every 6 s. */
export class OfferRate {
  #now: NowMs;
  #left = OFFERS_PER_MINUTE;
  #countedAtMs: number;

  constructor(now: NowMs) {
    this.#now = now;
    this.#countedAtMs = now();
  }

  /** Counts one offer and answers 0, or answers after how many seconds the next offer is allowed, without counting it. */
  take(): number {
    const nowMs = this.#now();
    this.#left = Math.min(OFFERS_PER_MINUTE, this.#left + (nowMs - this.#countedAtMs) * PER_MS);
    this.#countedAtMs = nowMs;
    if (this.#left < 1) return Math.ceil((1 - this.#left) / PER_MS / 1000);
    this.#left -= 1;
    return 0;
  }
}
