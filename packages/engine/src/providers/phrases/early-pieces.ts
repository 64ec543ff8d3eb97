/** Reads its source from the start, before the pieces are wanted, and keeps them. A failure is thrown to the reader. */
export class EarlyPieces<Piece> implements AsyncIterable<Piece> {
  readonly #pieces: Piece[] = [];
  #ended = false;
  #failure: { error: unknown } | undefined;
  #wake: () => void = () => {};

  constructor(source: AsyncIterable<Piece>) {
    void this.#read(source);
  }

  async #read(source: AsyncIterable<Piece>): Promise<void> {
    try {
      for await (const piece of source) {
        this.#pieces.push(piece);
        this.#wake();
      }
    } catch (error) {
      this.#failure = { error };
    }
    this.#ended = true;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Piece> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) yield piece;
      else if (this.#failure) throw this.#failure.error;
      else if (this.#ended) return;
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
