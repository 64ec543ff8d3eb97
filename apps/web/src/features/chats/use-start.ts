import { useCallback, useState } from "react";

/**
 * The session in the address, and a count that rises with each new conversation. A session that the page created itself (`adopt`) is
 * put into the address, too, but does not start a new conversation.
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
