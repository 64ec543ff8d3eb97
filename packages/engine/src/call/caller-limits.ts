import type { NowMs } from "../model/call-clock.ts";
import { TokenBucket } from "../model/token-bucket.ts";

/** While the caller speaks, a client sends about ten messages a second: recognized words, pings. */
const PER_SECOND = 50;
const BURST = 100;
/** A client that exceeds the rate for this long will not stop. */
const FLOOD_MS = 10_000;

/** `drop`: over the rate. `flood`: over the rate for ten seconds. */
export type RateVerdict = "take" | "drop" | "flood";

/** Limits the messages of one call. */
export class MessageRate {
  readonly #now: NowMs;
  readonly #messages: TokenBucket;
  #tooManySinceMs: number | undefined;

  constructor(now: NowMs) {
    this.#now = now;
    this.#messages = new TokenBucket({ burst: BURST, perSecond: PER_SECOND }, now);
  }

  /** Counts one message. */
  count(): RateVerdict {
    // During a flood the bucket stays nearly empty.
    if (this.#messages.left >= BURST / 2) this.#tooManySinceMs = undefined;
    if (this.#messages.take(1)) return "take";
    const nowMs = this.#now();
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
  readonly #characters: TokenBucket;

  constructor(now: NowMs) {
    this.#characters = new TokenBucket({ burst: AT_ONCE_CHARACTERS, perSecond: PER_SECOND_CHARACTERS }, now);
  }

  /** Counts one message. False, without counting it, when it exceeds the limit. */
  take(words: string): boolean {
    return this.#characters.take(words.length + MESSAGE_CHARACTERS);
  }
}
