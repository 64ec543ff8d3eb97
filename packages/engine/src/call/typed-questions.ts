interface Typed {
  text: string;
  typedMs: number;
  /** Typed on a telephone's keypad. */
  byKeys?: boolean;
}

/**
 * A question that is typed while the caller speaks waits for the spoken one, so that both are turns of their own, in their order.
 */
export class TypedQuestions {
  #ask: (typed: Typed) => void;
  #waiting: Typed[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(ask: (typed: Typed) => void) {
    this.#ask = ask;
  }

  /** Asks at once when `waitMs` is 0; else on `release`, or after `waitMs` when the sound was no words. */
  put(typed: Typed, waitMs: number): void {
    this.#waiting.push(typed);
    if (waitMs === 0 && !this.#timer) this.release();
    else this.#timer ??= setTimeout(() => this.release(), waitMs);
  }

  /** The spoken question is a turn now, or nothing more is heard. */
  release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const typed of this.#waiting.splice(0)) this.#ask(typed);
  }
}
