import { EventQueue } from "./event-queue.ts";

export interface Aside {
  type: "aside";
  text: string;
}

/** What is said while a turn waits for the first output of its model. */
export class Asides {
  #open: EventQueue<string> | undefined;

  /** False when no turn waits. */
  say(text: string): boolean {
    this.#open?.push(text);
    return this.#open !== undefined;
  }

  /** The parts of a model step. Asides come before the first of them. */
  async *before<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part | Aside> {
    const queue = new EventQueue<string>();
    const arrived = new AbortController();
    const iterator = parts[Symbol.asyncIterator]();
    this.#open = queue;
    const close = () => {
      if (this.#open === queue) this.#open = undefined;
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
