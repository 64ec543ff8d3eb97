/** Keys of one limit that are remembered: about 5 MB. Past it the one that started longest ago is forgotten. */
const MAX_KEYS = 50_000;

/** So many starts a minute by key. A key may take all of them at once and gets them back evenly, one every 60 s / `perMinute`. */
export function createRateLimit({ perMinute, nowMs }: { perMinute: number; nowMs: () => number }) {
  /** What a key has left, and when that was true. Least recently taken first. */
  const left = new Map<string, { starts: number; atMs: number }>();

  function startsLeft(key: string): number {
    const known = left.get(key);
    if (!known) return perMinute;
    // The clock was set back: the starts come back from now on, and not when it is that late again.
    known.atMs = Math.min(known.atMs, nowMs());
    const elapsedMs = nowMs() - known.atMs;
    return Math.min(perMinute, known.starts + (elapsedMs / 60_000) * perMinute);
  }

  return {
    /** Seconds until `key` may start; 0 when it may now. */
    waitSeconds: (key: string) => Math.max(0, ((1 - startsLeft(key)) / perMinute) * 60),

    take(key: string) {
      const starts = startsLeft(key) - 1;
      left.delete(key);
      left.set(key, { starts, atMs: nowMs() });
      const [oldest] = left.keys();
      if (left.size > MAX_KEYS && oldest !== undefined) left.delete(oldest);
    },
  };
}
export type RateLimit = ReturnType<typeof createRateLimit>;
