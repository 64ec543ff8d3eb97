import { useEffect, useState, useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

/** Epoch milliseconds, moving each minute: for ages such as "5 minutes ago". All that is shown moves at once. */
export function useMinute(): number {
  return useSyncExternalStore(eachMinute, () => minuteMs);
}

let minuteMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const followers = new Set<() => void>();

function eachMinute(tell: () => void): () => void {
  const move = () => {
    minuteMs = Date.now();
    for (const each of followers) each();
  };
  if (followers.size === 0) {
    minuteMs = Date.now();
    timer = setInterval(move, MINUTE_MS);
  }
  followers.add(tell);
  return () => {
    followers.delete(tell);
    if (followers.size === 0) clearInterval(timer);
  };
}

/** Epoch milliseconds, moving each second while something runs. */
export function useNow(isMoving: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (!isMoving) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isMoving]);
  return nowMs;
}
