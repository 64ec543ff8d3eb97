import { setTimeout as delay } from "node:timers/promises";

/** How long one kind of small request took beside an attack. */
export interface Waits {
  /** Milliseconds of each request. */
  ms: number[];
  /** Requests that were refused or failed, and calls that ended. */
  lost: number;
}

/**
 * Sends a request every `everyMs` until `signal` aborts, one at a time, and waits for the last one. A request that takes longer than `everyMs` also
 * represents those that could not be sent in the meantime: each of them counts with the rest of the wait.
 */
export async function sampleWaits(everyMs: number, signal: AbortSignal, ask: () => Promise<void>): Promise<Waits> {
  const waits: Waits = { ms: [], lost: 0 };
  while (!signal.aborted) {
    const startedMs = performance.now();
    await ask().catch(() => {
      waits.lost += 1;
    });
    const tookMs = performance.now() - startedMs;
    addWait(waits, tookMs, everyMs);
    await delay(Math.max(0, everyMs - tookMs));
  }
  return waits;
}

/** Adds a wait, and those of the requests that were due during it. */
export function addWait(waits: Waits, tookMs: number, everyMs: number): void {
  waits.ms.push(tookMs);
  for (let restMs = tookMs - everyMs; restMs > everyMs; restMs -= everyMs) waits.ms.push(restMs);
}
