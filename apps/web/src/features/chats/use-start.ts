import { useCallback, useState } from "react";

/**
 * Which session a page that keeps its session in the address begins with, and a count that rises with each beginning. A session that
 * the page itself began (`adopt`) gets into the address too, and is no reason to begin anew.
 */
export function useStart(sessionId: string | undefined) {
  const [seen, setSeen] = useState(sessionId);
  const [start, setStart] = useState({ sessionId, count: 0 });
  const [own, setOwn] = useState<ReadonlySet<string>>(new Set());
  if (sessionId !== seen) {
    setSeen(sessionId);
    if (sessionId === undefined || !own.has(sessionId)) {
      setStart({ sessionId, count: start.count + 1 });
      setOwn(new Set());
    }
  }
  const adopt = useCallback((id: string) => setOwn((before) => new Set([...before, id])), []);
  return { ...start, adopt };
}
