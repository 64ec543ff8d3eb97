import { useEffect, useState } from "react";

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
