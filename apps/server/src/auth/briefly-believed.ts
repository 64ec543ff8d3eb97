/** How long another node may still believe what has been taken away. This one asks again at once. */
const BELIEVED_MS = 1_000;
/** Then all are forgotten: more than one node serves in a second. */
const MAX_REMEMBERED = 10_000;

/** What is read from the database with almost every request, and so not each time. */
export interface BrieflyBelieved<Value> {
  read: (...key: string[]) => Promise<Value>;
  /** Called when something has changed here. */
  forget: () => void;
}

/** Keeps each answer for a second; a failure is not kept. */
export function brieflyBelieved<Value>(readNow: (...key: string[]) => Promise<Value>, now: () => Date): BrieflyBelieved<Value> {
  const remembered = new Map<string, { readAtMs: number; value: Promise<Value> }>();
  return {
    read: (...parts) => {
      const key = parts.join(" ");
      const nowMs = now().getTime();
      const last = remembered.get(key);
      if (last && nowMs - last.readAtMs < BELIEVED_MS) return last.value;
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      const reading = { readAtMs: nowMs, value: readNow(...parts) };
      reading.value.catch(() => remembered.get(key) === reading && remembered.delete(key));
      remembered.set(key, reading);
      return reading.value;
    },
    forget: () => remembered.clear(),
  };
}
