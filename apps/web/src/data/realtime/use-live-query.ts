import { useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import type { LiveAnswer, LiveQuery } from "./live-client.ts";
import type { LiveArgs, LiveQueryPath, LiveResult } from "./live-types.ts";
import { useLiveClient } from "./realtime-context.tsx";

const UNKNOWN: LiveAnswer<never> = { data: undefined, error: undefined };
const NOTHING: LiveQuery<never> = { answer: () => UNKNOWN, onUpdate: () => () => {} };

/**
 * A query of the realtime backend while the component is mounted. It renders again with every new result. Queries changed by the same
 * commit change in one render.
 *
 * `data` is undefined before the first answer, with "skip", and while there is no realtime backend (another host, `useRealtimeState`
 * "off"): show data from REST then. It stays while the connection is lost. `error` is a text for users.
 */
export function useLiveQuery<Path extends LiveQueryPath>(
  path: Path,
  args: LiveArgs<Path> | "skip",
): LiveAnswer<LiveResult<Path>> {
  const client = useLiveClient("useLiveQuery");
  const key = `${path} ${JSON.stringify(args)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which query it is; arguments are new objects at every render.
  const query = useMemo(
    (): LiveQuery<LiveResult<Path>> => (client && args !== "skip" ? client.query(path, args) : NOTHING),
    [client, key],
  );
  const answer = useSyncExternalStore(query.onUpdate, query.answer);
  const last = useRef<{ key: string; answer: LiveAnswer<LiveResult<Path>> }>(undefined);
  const isAnswered = answer.data !== undefined || answer.error !== undefined;
  useEffect(() => {
    if (isAnswered) last.current = { key, answer };
  }, [isAnswered, key, answer]);
  // A new client starts without data.
  return !isAnswered && last.current?.key === key ? last.current.answer : answer;
}
