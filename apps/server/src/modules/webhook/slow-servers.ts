import { SERVER_TIMEOUT_SECONDS, type ServerTarget, WEBHOOK_SLOW_AFTER_MS } from "@callwright/contract";
import { FairSemaphore } from "../../platform/isolation/fair-semaphore.ts";

/** Attempts to slow servers that wait for an answer on this node, and the part of one organization. */
const LIMITS = { slots: 200, slotsPerGroup: 10, reservedSlots: 50, waitingPerGroup: Number.POSITIVE_INFINITY };
/** Maximum slow servers in memory. */
const KNOWN_MAX = 10_000;
/** A timer may fire this much too early. */
const TIMER_ERROR_MS = 5;

interface SlowAttempt {
  orgId: string;
  server: ServerTarget & { url: string };
  signal: AbortSignal;
  /** Releases this message's worker for another message. */
  leave: () => void;
}

/**
 * Keeps messages to fast servers from waiting for slow ones. An attempt to a server that may be slow, or was slow the last time, leaves its worker
 * before it begins. An attempt that becomes slow leaves its worker at that moment, and continues.
 */
export class SlowServers {
  readonly #slots = new FairSemaphore(LIMITS);
  readonly #afterMs: number;
  /** The oldest first. */
  readonly #known = new Set<string>();

  /** `afterMs`: when an attempt turns out to be slow. */
  constructor(afterMs: number = WEBHOOK_SLOW_AFTER_MS) {
    this.#afterMs = afterMs;
  }

  async attempt<Result>({ orgId, server, signal, leave }: SlowAttempt, send: () => Promise<Result>): Promise<Result> {
    const name = `${orgId} ${server.url}`;
    const timeoutMs = (server.timeoutSeconds ?? SERVER_TIMEOUT_SECONDS.default) * 1_000;
    if (timeoutMs > WEBHOOK_SLOW_AFTER_MS || this.#known.has(name)) {
      leave();
      return this.#slots.run(orgId, () => this.#watch(name, send), signal);
    }
    const timer = setTimeout(leave, this.#afterMs);
    return this.#watch(name, send).finally(() => clearTimeout(timer));
  }

  async #watch<Result>(name: string, send: () => Promise<Result>): Promise<Result> {
    const startedMs = performance.now();
    try {
      return await send();
    } finally {
      this.#known.delete(name);
      if (performance.now() - startedMs >= this.#afterMs - TIMER_ERROR_MS) this.#known.add(name);
      const [oldest] = this.#known;
      if (this.#known.size > KNOWN_MAX && oldest !== undefined) this.#known.delete(oldest);
    }
  }
}
