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

/** About 50,000 tokens: several times the context that a page adds, and a history that copies in under a millisecond. */
const AT_ONCE_CHARACTERS = 200_000;
/** Fast speech has 20, or 40 with the weight of its messages. */
const PER_SECOND_CHARACTERS = 50;
/** Weight of a message besides its words: its role, and its entry in every copy of the conversation. */
const MESSAGE_CHARACTERS = 50;

/**
 * Limits what a caller adds to the conversation of one call: 200,000 characters, and 50 more a second. The whole conversation goes to the
 * model with every turn, and to the client with every message.
 */
export class WordsAllowance {
  #now: NowMs;
  #characters = AT_ONCE_CHARACTERS;
  #countedAtMs: number;

  constructor(now: NowMs) {
    this.#now = now;
    this.#countedAtMs = now();
  }

  /** Counts one message. False, without counting it, when it exceeds the limit. */
  take(words: string): boolean {
    const nowMs = this.#now();
    const gained = ((nowMs - this.#countedAtMs) / 1000) * PER_SECOND_CHARACTERS;
    this.#characters = Math.min(AT_ONCE_CHARACTERS, this.#characters + gained);
    this.#countedAtMs = nowMs;
    const weight = words.length + MESSAGE_CHARACTERS;
    if (weight > this.#characters) return false;
    this.#characters -= weight;
    return true;
  }
}
