/** So many packets are held back for one that is missing: 60 ms. */
const HELD_MAX = 3;

/** Puts packets in order that may overtake each other. One that does not come is left out. */
export class SoundOrder {
  #next: number | undefined;
  readonly #held = new Map<number, string>();

  /** The packets that are next, by this one. */
  push(place: number, sound: string): string[] {
    this.#next ??= place;
    if (place < this.#next) return [];
    this.#held.set(place, sound);
    if (this.#held.size > HELD_MAX) this.#next = Math.min(...this.#held.keys());
    const ready: string[] = [];
    for (let next = this.#held.get(this.#next); next !== undefined; next = this.#held.get(this.#next)) {
      ready.push(next);
      this.#held.delete(this.#next);
      this.#next += 1;
    }
    return ready;
  }
}
