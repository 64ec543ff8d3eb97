/** Plays the other side. The element belongs to the call and is never put into the page. */
export class RemoteSound {
  readonly #element = new Audio();
  readonly #untouched = new AbortController();

  /** Resolves when sound really plays; false when the browser waits for a touch of the page, after which it plays by itself. */
  async play(stream: MediaStream): Promise<boolean> {
    this.#element.srcObject = stream;
    try {
      await this.#element.play();
      return true;
    } catch (error) {
      if (error instanceof Error && error.name === "NotAllowedError") return false;
      throw error;
    }
  }

  /** Play at the next touch of the page. */
  playWhenTouched(onPlaying: () => void): void {
    const { signal } = this.#untouched;
    const retry = () => {
      this.#element.play().then(
        () => {
          this.#untouched.abort();
          onPlaying();
        },
        () => undefined,
      );
    };
    for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, retry, { signal });
  }

  close(): void {
    this.#untouched.abort();
    this.#element.pause();
    this.#element.srcObject = null;
  }
}
