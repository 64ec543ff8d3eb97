import type { Hearing } from "./hearing.ts";
import type { PendingWords } from "./pending-words.ts";
import type { StartPlan } from "./speaking-plan.ts";

/** The framework's two waits. Both are equal here, because the wait is decided before the framework asks. */
export interface EndpointingDelays {
  minDelay: number;
  maxDelay: number;
}

interface TurnEndpointingOptions {
  start: StartPlan;
  /** The assistant's last words. */
  lastAssistantText(): string;
}

/** Decides how long the session waits for the rest of the caller's turn, from everything that is known about the turn so far. */
export class TurnEndpointing {
  readonly #options: TurnEndpointingOptions;
  readonly #words: Pick<PendingWords, "passed">;
  readonly #hearing: Pick<Hearing, "language">;
  readonly #apply: (delays: EndpointingDelays) => void;
  #advisedSeconds: number | undefined;
  #probability: number | undefined;

  constructor(
    options: TurnEndpointingOptions,
    words: Pick<PendingWords, "passed">,
    hearing: Pick<Hearing, "language">,
    apply: (delays: EndpointingDelays) => void,
  ) {
    this.#options = options;
    this.#words = words;
    this.#hearing = hearing;
    this.#apply = apply;
  }

  get delays(): EndpointingDelays {
    const pauseMs = this.#options.start.pauseMs({
      customerText: this.#words.passed,
      assistantText: this.#options.lastAssistantText(),
      language: this.#hearing.language,
      advisedSeconds: this.#advisedSeconds,
      probability: this.#probability,
    });
    return { minDelay: pauseMs, maxDelay: pauseMs };
  }

  /** The words have changed. `advisedSeconds`: the wait that an endpointing server advises for them. */
  followWords(advisedSeconds?: number): void {
    this.#advisedSeconds = advisedSeconds;
    this.#apply(this.delays);
  }

  /** The end-of-turn model has rated the sound of the turn so far; undefined when a turn begins. */
  followSound(probability: number | undefined): void {
    this.#probability = probability;
    this.#apply(this.delays);
  }
}
