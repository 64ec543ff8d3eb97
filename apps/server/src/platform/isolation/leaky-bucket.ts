/**
 * Compares the received amount with a rate: `add` fills the bucket, and time empties it. Idle time gives no credit, but a stall of this process does,
 * because messages from that time arrive afterwards.
 */
export class LeakyBucket {
  readonly #perMs: number;
  #level = 0;
  /** Below zero after a stall, by what may come late. */
  #lowest = 0;
  #atMs: number;
  #stalledMs: number;

  /** `perSecond`: the rate at which it empties. `nowMs` never goes back; `stalledMs`: all stalls of this process so far. */
  constructor(perSecond: number, nowMs: number, stalledMs: number) {
    this.#perMs = perSecond / 1_000;
    this.#atMs = nowMs;
    this.#stalledMs = stalledMs;
  }

  /** How full it is then: by how much more has come than the rate allows. */
  add(amount: number, nowMs: number, stalledMs: number): number {
    const leaked = (nowMs - this.#atMs) * this.#perMs;
    const credit = (stalledMs - this.#stalledMs) * this.#perMs;
    // An older credit is used up by the time that passed beside the stall.
    this.#lowest = Math.min(0, this.#lowest + leaked - credit) - credit;
    this.#level = Math.max(this.#lowest, this.#level - leaked) + amount;
    this.#atMs = nowMs;
    this.#stalledMs = stalledMs;
    return this.#level;
  }
}
