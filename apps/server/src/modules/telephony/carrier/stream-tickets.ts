import { randomBytes } from "node:crypto";

/** What a carrier's websocket shows to be connected to a call. Each is good once, and for a short time. */
export class StreamTickets<Holder extends { numberId: string }> {
  readonly #now: () => Date;
  readonly #open = new Map<string, { holder: Holder; expiresAtMs: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  issue(holder: Holder, validMs: number): string {
    this.#dropExpired();
    const ticket = randomBytes(32).toString("base64url");
    this.#open.set(ticket, { holder, expiresAtMs: this.#now().getTime() + validMs });
    return ticket;
  }

  /** Undefined for a ticket that was never issued, is used, or has expired. */
  redeem(ticket: string): Holder | undefined {
    this.#dropExpired();
    const known = this.#open.get(ticket);
    this.#open.delete(ticket);
    return known?.holder;
  }

  /** Is a stream of the number expected? */
  awaits(numberId: string): boolean {
    this.#dropExpired();
    return [...this.#open.values()].some(({ holder }) => holder.numberId === numberId);
  }

  revoke(holder: Holder): void {
    for (const [ticket, known] of this.#open) if (known.holder === holder) this.#open.delete(ticket);
  }

  #dropExpired(): void {
    const nowMs = this.#now().getTime();
    for (const [ticket, { expiresAtMs }] of this.#open) if (expiresAtMs <= nowMs) this.#open.delete(ticket);
  }
}
