import { EventQueue } from "./event-queue.ts";

export interface Aside {
  type: "aside";
  text: string;
}

/** Speech while a turn waits: for the first output of its model, or for its tools. */
export class Asides {
  #put: ((text: string) => void) | undefined;

  /** False when no turn waits. */
  say(text: string): boolean {
    this.#put?.(text);
    return this.#put !== undefined;
  }

  /** A turn waits, until the returned function is called. */
  open(put: (text: string) => void): () => void {
    this.#put = put;
    return () => {
      if (this.#put === put) this.#put = undefined;
    };
  }

  /** The parts of a model step. Asides come before the first of them. */
  async *before<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part | Aside> {
    const queue = new EventQueue<string>();
    const arrived = new AbortController();
    const iterator = parts[Symbol.asyncIterator]();
    const stop = this.open((text) => queue.push(text));
    const close = () => {
      stop();
      arrived.abort();
    };
    try {
      const first = iterator.next();
      for (;;) {
        const text = await Promise.race([first.then(() => undefined), queue.next(arrived.signal)]);
        if (text === undefined) break;
        yield { type: "aside", text };
      }
      close();
      for (let next = await first; !next.done; next = await iterator.next()) yield next.value;
    } finally {
      close();
      await iterator.return?.();
    }
  }
}
