import { type CallSupervisor, isSameSupervisor, TAKE_OVER_LEASE_MS } from "@callwright/contract";
import type { Report } from "./call-reporter.ts";

interface TakeOverOptions {
  report: Report;
  /** A person has the call from now on, or nobody has it any more. */
  onChanged(isTaken: boolean): void;
}

/**
 * The person who has the call in place of the assistant. The lease is kept here, so that a person who is gone loses the call whatever becomes of
 * the server's database.
 *
 * ```
 *   free ── take ──▶ taken ── renew ──▶ taken, with a new lease
 *     ▲                │
 *     └────────────────┴ give back, lease over, transferred, call ended
 * ```
 */
export class TakeOver {
  readonly #options: TakeOverOptions;
  #by: CallSupervisor | undefined;
  #lease: NodeJS.Timeout | undefined;

  constructor(options: TakeOverOptions) {
    this.#options = options;
  }

  get isTaken(): boolean {
    return this.#by !== undefined;
  }

  /** Has no effect while another person has the call. */
  take(by: CallSupervisor): void {
    if (this.#by) {
      this.renew(by);
      return;
    }
    this.#by = by;
    this.#lease = setTimeout(() => this.#giveBack({ lapsed: true }), TAKE_OVER_LEASE_MS);
    this.#options.report({ type: "control", control: "take-over", by });
    this.#options.onChanged(true);
  }

  renew(by: CallSupervisor): void {
    if (this.#by && isSameSupervisor(this.#by, by)) this.#lease?.refresh();
  }

  giveBack(by: CallSupervisor): void {
    if (this.#by && isSameSupervisor(this.#by, by)) this.#giveBack({});
  }

  /** Nobody needs the call any more: it has ended, or another telephone has it. */
  end(): void {
    clearTimeout(this.#lease);
    if (!this.#by) return;
    this.#by = undefined;
    this.#options.onChanged(false);
  }

  #giveBack(how: { lapsed?: true }): void {
    if (this.#by) this.#options.report({ type: "control", control: "give-back", by: this.#by, ...how });
    this.end();
  }
}
