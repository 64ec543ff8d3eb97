import type { TurnPart } from "../conversation/conversation.ts";
import type { Speech } from "../speech/speech.ts";

export interface SpeechHandoffsOptions {
  /** Who has the conversation now. Undefined: an assistant has it alone. */
  speakerName(): string | undefined;
  /** Begins a turn. */
  begin(): number;
  /** Speaks next. */
  say(speech: Speech): void;
  /** Removes a speech that waits. */
  drop(speech: Speech): void;
}

/**
 * Gives each agent of a team a speech of its own: a speech has one voice, and its heard words settle one reply.
 *
 * ```
 *   reply ── words ── handoff ── words …      ──▶  speech of the first agent, then speech of the next one
 *   reply ── handoff ── words …               ──▶  speech of the next agent
 * ```
 * A speech that is cut off takes the next one with it.
 */
export class SpeechHandoffs {
  readonly #options: SpeechHandoffsOptions;
  readonly #next = new Map<Speech, Speech>();

  constructor(options: SpeechHandoffsOptions) {
    this.#options = options;
  }

  /** Makes the speech end where another agent goes on. Call it before the speech is spoken. */
  follow(speech: Speech): void {
    const { parts } = speech;
    const reply = new AbortController();
    let iterator: AsyncIterator<TurnPart> | undefined;
    speech.parts = (signal) => {
      iterator = parts.call(speech, reply.signal)[Symbol.asyncIterator]();
      speech.agent = this.#options.speakerName();
      return this.#read(speech, { iterator, reply, signal });
    };
  }

  /** Nobody hears what comes after the speech. */
  dropAfter(speech: Speech): void {
    const next = this.#next.get(speech);
    this.#next.delete(speech);
    if (next) this.#options.drop(next);
  }

  async *#read(
    speech: Speech,
    { iterator, reply, signal }: { iterator: AsyncIterator<TurnPart>; reply: AbortController; signal: AbortSignal },
  ): AsyncGenerator<TurnPart> {
    signal.addEventListener("abort", () => reply.abort(), { once: true });
    let hasWords = false;
    let isPassedOn = false;
    try {
      for (;;) {
        const { done, value: part } = await iterator.next();
        if (done) return;
        if (part.type !== "handoff") {
          hasWords ||= part.type === "text" && part.text.trim() !== "";
          yield part;
        } else if (hasWords) {
          isPassedOn = true;
          this.#passOn(speech, { iterator, reply, agent: part.agent });
          return;
        } else speech.agent = part.agent;
      }
    } finally {
      if (!isPassedOn) await iterator.return?.();
    }
  }

  #passOn(
    speech: Speech,
    { iterator, reply, agent }: { iterator: AsyncIterator<TurnPart>; reply: AbortController; agent: string },
  ): void {
    const next: Speech = {
      turn: this.#options.begin(),
      interruptible: true,
      agent,
      parts: (signal) => this.#read(next, { iterator, reply, signal }),
      dropped: () => {
        reply.abort();
        void iterator.return?.();
      },
    };
    this.#next.set(speech, next);
    this.#options.say(next);
  }
}
