import { setTimeout as delay } from "node:timers/promises";

/** False: the work still runs at the end of the time. Fails as the work does. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const stop = new AbortController();
  const timer = delay(ms, false, { signal: stop.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), timer]);
  } finally {
    stop.abort();
  }
}
