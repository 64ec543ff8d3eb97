interface Typed {
  text: string;
  typedMs: number;
}

/**
 * A question that is typed while another is being spoken waits for the end of that one, so that each is a turn of its own, in the order
 * they were asked.
 */
export class TypedQuestions {
  #ask: (typed: Typed) => void;
  #waiting: Typed[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(ask: (typed: Typed) => void) {
    this.#ask = ask;
  }

  /** With nothing to wait for, it is asked at once; else on `release`, or after `waitMs`, when what was heard turned out to be no words. */
  put(typed: Typed, waitMs: number): void {
    this.#waiting.push(typed);
    if (waitMs === 0 && !this.#timer) this.release();
    else this.#timer ??= setTimeout(() => this.release(), waitMs);
  }

  /** The question that was being spoken is a turn now. */
  release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const typed of this.#waiting.splice(0)) this.#ask(typed);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }
}
