import { isRecent } from "@callwright/contract";

/** How long another node may use an outdated value. This node reads again at once after `forget`. */
const CACHED_MS = 1_000;
/** More than a node reads in a second. Past it, the cache is emptied. */
const MAX_ENTRIES = 10_000;

/** For values that almost every request needs from the database. Caches each for a second, failures not at all. */
export function cachedForOneSecond<Value>(readNow: (...key: string[]) => Promise<Value>, now: () => Date) {
  const cache = new Map<string, { readAtMs: number; value: Promise<Value> }>();
  return {
    read: (...parts: string[]): Promise<Value> => {
      const key = parts.join(" ");
      const nowMs = now().getTime();
      const last = cache.get(key);
      if (last && isRecent(last.readAtMs, nowMs, CACHED_MS)) return last.value;
      if (cache.size >= MAX_ENTRIES) cache.clear();
      const reading = { readAtMs: nowMs, value: readNow(...parts) };
      reading.value.catch(() => cache.get(key) === reading && cache.delete(key));
      cache.set(key, reading);
      return reading.value;
    },
    /** Call it when a value has changed on this node. */
    forget: () => cache.clear(),
  };
}
