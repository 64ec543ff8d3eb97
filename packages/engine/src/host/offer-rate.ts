import type { NowMs } from "../model/call-clock.ts";
import { TokenBucket } from "../model/token-bucket.ts";

/** Reloading a page, or changing windows, takes a few offers; each costs the host a peer connection. */
export const OFFERS_PER_MINUTE = 10;
const PER_SECOND = OFFERS_PER_MINUTE / 60;

/** Limits offers to one call: 10 at once, and one more every 6 s. */
export class OfferRate {
  readonly #offers: TokenBucket;

  constructor(now: NowMs) {
    this.#offers = new TokenBucket({ burst: OFFERS_PER_MINUTE, perSecond: PER_SECOND }, now);
  }

  /** Counts one offer and returns 0; or returns the seconds until the next permitted offer, without counting it. */
  take(): number {
    return this.#offers.take(1) ? 0 : Math.ceil((1 - this.#offers.left) / PER_SECOND);
  }
}
