import type { TurnPart } from "../conversation/conversation.ts";
import type { Speech } from "../speech/speech.ts";

export interface SpeechHandoffsOptions {
  /** The name of the agent that has the conversation. Undefined: a single assistant. */
  speakerName(): string | undefined;
  /** Begins a turn. */
  begin(): number;
  /** Speaks next. */
  say(speech: Speech): void;
  /** Removes a speech that waits. */
  drop(speech: Speech): void;
}

/** A reply of the conversation that is being read, from the words of one agent on. */
interface Reply {
  iterator: AsyncIterator<TurnPart>;
  stop: AbortController;
  agent: string | undefined;
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

  /** The speech up to the next handoff. Its first part names the agent that speaks. */
  ofOneAgent(speech: Speech): Speech {
    const own: Speech = {
      ...speech,
      parts: (signal) => {
        const stop = new AbortController();
        const iterator = speech.parts(stop.signal)[Symbol.asyncIterator]();
        return this.#read(own, { iterator, stop, agent: this.#options.speakerName() }, signal);
      },
    };
    return own;
  }

  /** Drops the next agent's speech, because this one was cut off. */
  dropAfter(speech: Speech): void {
    const next = this.#next.get(speech);
    this.#next.delete(speech);
    if (next) this.#options.drop(next);
  }

  async *#read(speech: Speech, { iterator, stop, agent }: Reply, signal: AbortSignal): AsyncGenerator<TurnPart> {
    signal.addEventListener("abort", () => stop.abort(), { once: true });
    let hasWords = false;
    let isPassedOn = false;
    try {
      if (agent !== undefined) yield { type: "handoff", agent };
      for (;;) {
        const { done, value: part } = await iterator.next();
        if (done) return;
        if (part.type === "handoff" && hasWords) {
          isPassedOn = true;
          this.#passOn(speech, { iterator, stop, agent: part.agent });
          return;
        }
        hasWords ||= part.type === "text" && part.text.trim() !== "";
        yield part;
      }
    } finally {
      if (!isPassedOn) await iterator.return?.();
    }
  }

  #passOn(speech: Speech, reply: Reply): void {
    const next: Speech = {
      turn: this.#options.begin(),
      interruptible: true,
      parts: (signal) => this.#read(next, reply, signal),
      dropped: () => {
        reply.stop.abort();
        void reply.iterator.return?.();
      },
    };
    this.#next.set(speech, next);
    this.#options.say(next);
  }
}
