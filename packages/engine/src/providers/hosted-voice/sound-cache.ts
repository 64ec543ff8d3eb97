/** In bytes, of all voices of a process: about eleven minutes of sound at 24 kHz. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024;

/** The sound of phrases that were spoken before. The phrase that was used least recently goes first. */
export class SoundCache {
  readonly #sounds = new Map<string, readonly Uint8Array[]>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = CACHE_MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): readonly Uint8Array[] | undefined {
    const found = this.#sounds.get(key);
    if (!found) return undefined;
    this.#sounds.delete(key);
    this.#sounds.set(key, found);
    return found;
  }

  set(key: string, pieces: readonly Uint8Array[]): void {
    this.#delete(key);
    this.#sounds.set(key, pieces);
    this.#bytes += sizeOf(pieces);
    for (const oldest of this.#sounds.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const found = this.#sounds.get(key);
    if (!found) return;
    this.#sounds.delete(key);
    this.#bytes -= sizeOf(found);
  }
}

const sizeOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
