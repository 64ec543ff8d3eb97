import { setTimeout as delay } from "node:timers/promises";

/** False: the work goes on when the time is over. Fails as the work does. */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  const stop = new AbortController();
  const timer = delay(ms, false, { signal: stop.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), timer]);
  } finally {
    stop.abort();
  }
}
