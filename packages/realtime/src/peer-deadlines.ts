import type { RealtimeLimits } from "./limits.ts";
import { CLOSE, type Close } from "./protocol.ts";

interface Condition {
  state: "silent" | "open" | "checking" | "closed";
  isSignedIn: boolean;
  isCongested: boolean;
  hasStuckMutation: boolean;
}

/** How long a peer may be silent, signed out, or without a transition that it is owed. */
export class PeerDeadlines {
  readonly #limits: RealtimeLimits;
  readonly #monotonicMs: () => number;
  readonly #openedMs: number;
  #signedOutMs: number;
  #owedSinceMs: number | null = null;

  constructor(limits: RealtimeLimits, monotonicMs: () => number) {
    this.#limits = limits;
    this.#monotonicMs = monotonicMs;
    this.#openedMs = monotonicMs();
    this.#signedOutMs = this.#openedMs;
  }

  signedOut(): void {
    this.#signedOutMs = this.#monotonicMs();
  }

  /** A transition is owed from now on. */
  owe(): void {
    this.#owedSinceMs ??= this.#monotonicMs();
  }

  delivered(isMoreOwed: boolean): void {
    this.#owedSinceMs = isMoreOwed ? this.#monotonicMs() : null;
  }

  /** How to close a peer that missed a deadline. `fault` is for the log. */
  missed({ state, isSignedIn, isCongested, hasStuckMutation }: Condition): { close: Close; fault?: string } | null {
    const { silentMs, unauthenticatedMs, stuckMs } = this.#limits;
    const nowMs = this.#monotonicMs();
    if (state === "silent" && nowMs - this.#openedMs > silentMs) return { close: CLOSE.silent };
    if (state === "open" && !isSignedIn && nowMs - this.#signedOutMs > unauthenticatedMs) return { close: CLOSE.unauthenticated };
    if (hasStuckMutation) return { close: CLOSE.timeout, fault: "a mutation does not end, its connection is closed" };
    if (this.#owedSinceMs !== null && !isCongested && nowMs - this.#owedSinceMs > stuckMs)
      return { close: CLOSE.internal, fault: "a connection is owed a transition for too long, and closed" };
    return null;
  }
}
