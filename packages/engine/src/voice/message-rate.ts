import type { NowMs } from "./call-clock.ts";

/** A client sends some ten messages a second when a caller speaks: recognised words, pings. */
const PER_SECOND = 50;
const BURST = 100;
/** A client that keeps sending more for this long is not going to stop. */
const FLOOD_MS = 10_000;

/** `drop`: too many came. `flood`: too many have been coming for ten seconds. */
export type RateVerdict = "take" | "drop" | "flood";

/** A token bucket for the messages of one call. */
export class MessageRate {
  #now: NowMs;
  #tokens = BURST;
  #countedAtMs: number;
  #tooManySinceMs: number | undefined;

  constructor(now: NowMs) {
    this.#now = now;
    this.#countedAtMs = now();
  }

  /** One more message has come. */
  count(): RateVerdict {
    const nowMs = this.#now();
    this.#tokens = Math.min(BURST, this.#tokens + ((nowMs - this.#countedAtMs) / 1000) * PER_SECOND);
    this.#countedAtMs = nowMs;
    // While too many keep coming, the bucket stays near empty.
    if (this.#tokens >= BURST / 2) this.#tooManySinceMs = undefined;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return "take";
    }
    this.#tooManySinceMs ??= nowMs;
    return nowMs - this.#tooManySinceMs >= FLOOD_MS ? "flood" : "drop";
  }
}
