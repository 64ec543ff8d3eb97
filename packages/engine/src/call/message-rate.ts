import type { NowMs } from "../model/call-clock.ts";

/** While the caller speaks, a client sends about ten messages a second: recognized words, pings. */
const PER_SECOND = 50;
const BURST = 100;
/** A client that exceeds the rate for this long will not stop. */
const FLOOD_MS = 10_000;

/** `drop`: over the rate. `flood`: over the rate for ten seconds. */
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

  /** Counts one message. */
  count(): RateVerdict {
    const nowMs = this.#now();
    this.#tokens = Math.min(BURST, this.#tokens + ((nowMs - this.#countedAtMs) / 1000) * PER_SECOND);
    this.#countedAtMs = nowMs;
    // During a flood the bucket stays nearly empty.
    if (this.#tokens >= BURST / 2) this.#tooManySinceMs = undefined;
    if (this.#tokens >= 1) {
      this.#tokens -= 1;
      return "take";
    }
    this.#tooManySinceMs ??= nowMs;
    return nowMs - this.#tooManySinceMs >= FLOOD_MS ? "flood" : "drop";
  }
}
