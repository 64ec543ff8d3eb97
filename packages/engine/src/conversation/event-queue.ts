/** A queue of one reader. */
export class EventQueue<T> {
  #waiting: T[] = [];
  #wake: () => void = () => undefined;

  get size(): number {
    return this.#waiting.length;
  }

  push(event: T): void {
    this.#waiting.push(event);
    this.#wake();
  }

  /** The next event; undefined when the signal aborts first. */
  async next(signal: AbortSignal): Promise<T | undefined> {
    while (this.#waiting.length === 0 && !signal.aborted)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    return signal.aborted ? undefined : this.#waiting.shift();
  }
}
