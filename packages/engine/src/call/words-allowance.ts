import type { NowMs } from "../model/call-clock.ts";

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
