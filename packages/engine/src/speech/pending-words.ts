/** The caller's words that are not a turn yet. */
export class PendingWords {
  /** Words that the session has, or gets after the endpointing server's answer. */
  #passed = "";
  /** Words that the session gets after an uninterruptible speech. */
  #held: string[] = [];
  /** Words that may still change. */
  #interim = "";

  get passed(): string {
    return this.#passed;
  }

  /** All pending words. */
  get text(): string {
    return [this.#passed, ...this.#held, this.#interim].join(" ").trim();
  }

  hear(text: string, final: boolean): void {
    this.#interim = final ? "" : text;
  }

  pass(text: string): void {
    this.#passed = `${this.#passed} ${text}`.trim();
  }

  hold(text: string): void {
    this.#held.push(text);
  }

  /** Holds the last passed words again. */
  takeBack(text: string): void {
    this.#passed = this.#passed.slice(0, -text.length).trim();
    this.hold(text);
  }

  /** Passes the held words. Answers them; empty without any. */
  passHeld(): string {
    const text = this.#held.splice(0).join(" ");
    if (text !== "") this.pass(text);
    return text;
  }

  /** The passed words are a turn. */
  becomeTurn(): void {
    this.#passed = "";
  }
}
