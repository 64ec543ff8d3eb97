import { keepNewest } from "@callwright/contract";

/** Maximum keys of one limit in memory: about 5 MB. Above it, the key that started longest ago is forgotten. */
const MAX_KEYS = 50_000;

/** A limit of starts per minute and key. A key may use all of them at once and gets them back evenly, one every 60 s / `perMinute`. */
export function createRateLimit({ perMinute, nowMs }: { perMinute: number; nowMs: () => number }) {
  /** The remaining starts of a key, and at what time. Least recently used first. */
  const left = new Map<string, { starts: number; atMs: number }>();

  function startsLeft(key: string): number {
    const known = left.get(key);
    if (!known) return perMinute;
    // The clock was set back: starts come back from the new time on, not only when the clock reaches the old time again.
    known.atMs = Math.min(known.atMs, nowMs());
    const elapsedMs = nowMs() - known.atMs;
    return Math.min(perMinute, known.starts + (elapsedMs / 60_000) * perMinute);
  }

  return {
    /** Seconds until `key` may start; 0 when it may now. */
    waitSeconds: (key: string) => Math.max(0, ((1 - startsLeft(key)) / perMinute) * 60),

    take(key: string) {
      const starts = startsLeft(key) - 1;
      keepNewest(left, key, { starts, atMs: nowMs() }, MAX_KEYS);
    },
  };
}
export type RateLimit = ReturnType<typeof createRateLimit>;
