/**
 * Compares the received amount with a rate: `add` fills the bucket, and time empties it. Idle time gives no credit, but a stall of this process does,
 * because messages from that time arrive afterwards.
 */
export class LeakyBucket {
  readonly #perMs: number;
  #level = 0;
  /** Below zero after a stall, by the amount that may arrive late. */
  #lowest = 0;
  #atMs: number;
  #stalledMs: number;

  /** `perSecond`: the rate at which it empties. `nowMs` never goes back; `stalledMs`: all stalls of this process so far. */
  constructor(perSecond: number, nowMs: number, stalledMs: number) {
    this.#perMs = perSecond / 1_000;
    this.#atMs = nowMs;
    this.#stalledMs = stalledMs;
  }

  /** Its level then: how far the received amount exceeds the rate. */
  add(amount: number, nowMs: number, stalledMs: number): number {
    const leaked = (nowMs - this.#atMs) * this.#perMs;
    const credit = (stalledMs - this.#stalledMs) * this.#perMs;
    // The time outside of the stall uses up an older credit.
    this.#lowest = Math.min(0, this.#lowest + leaked - credit) - credit;
    this.#level = Math.max(this.#lowest, this.#level - leaked) + amount;
    this.#atMs = nowMs;
    this.#stalledMs = stalledMs;
    return this.#level;
  }
}
