import type { CallHostPool } from "@callwright/engine";
import type { HostedCall } from "./hosted-call.ts";

/** Somebody who listens in to a call. */
export interface Listener {
  /** See `CallHostPool.listen`. */
  onPiece(piece: string): void;
  /** The call has ended. */
  onEnded(): void;
}

/** The listeners of this node's calls. The call host sends the sound once for all of them. */
export class CallListeners {
  readonly #pool: Pick<CallHostPool, "listen">;
  readonly #hosted: ReadonlyMap<string, HostedCall>;
  readonly #open = new Map<string, Set<Listener>>();

  constructor(pool: Pick<CallHostPool, "listen">, hosted: ReadonlyMap<string, HostedCall>) {
    this.#pool = pool;
    this.#hosted = hosted;
  }

  countOf(callId: string): number {
    return this.#open.get(callId)?.size ?? 0;
  }

  /** Returns what stops it. Undefined: this node does not host the call, or it has ended. */
  add(callId: string, listener: Listener): (() => void) | undefined {
    const call = this.#hosted.get(callId);
    if (!call || call.status === "ending") return undefined;
    const listeners = this.#open.get(callId) ?? new Set();
    if (listeners.size === 0) {
      this.#open.set(callId, listeners);
      this.#pool.listen(callId, (piece) => {
        for (const each of listeners) each.onPiece(piece);
      });
    }
    listeners.add(listener);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      this.#open.delete(callId);
      this.#pool.listen(callId, undefined);
    };
  }

  ended(callId: string): void {
    const listeners = this.#open.get(callId);
    this.#open.delete(callId);
    for (const each of listeners ?? []) each.onEnded();
  }
}
