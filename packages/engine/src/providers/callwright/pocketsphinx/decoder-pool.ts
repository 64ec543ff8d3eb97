import { type Decoder, startDecoder } from "./decoder.ts";

/** Decoders kept loaded for the next utterance, 100 MB each; shared by all calls of a process. Calls beyond them wait half a second. */
const MAX_SPARES = 2;

/**
 * Decoders with a loaded model, so that an utterance is decoded while it is spoken. Kept only while a call is open.
 */
export class DecoderPool {
  readonly #start: () => Decoder;
  #spares: Decoder[] = [];
  #listeners = 0;

  constructor(start: () => Decoder = startDecoder) {
    this.#start = start;
  }

  /** Call it at the start of a call. Every `open` needs a `close`. */
  open(): void {
    this.#listeners++;
    this.#fill();
  }

  /** Takes a decoder for one utterance. */
  take(): Decoder {
    const spare = this.#spares.find((decoder) => decoder.usable) ?? this.#start();
    this.#spares = this.#spares.filter((decoder) => decoder !== spare && decoder.usable);
    this.#fill();
    return spare;
  }

  close(): void {
    this.#listeners--;
    this.#fill();
  }

  #fill(): void {
    const wanted = Math.min(this.#listeners, MAX_SPARES);
    while (this.#spares.length < wanted) this.#spares.push(this.#start());
    for (const decoder of this.#spares.splice(wanted)) decoder.kill();
  }
}
