import { useCallback } from "react";
import type { LiveArgs, LiveQueryPath } from "./live-types.ts";
import { useLiveClient } from "./realtime-context.tsx";

/** Subscribes for 5 s to a query that is probably shown next, so that its data is there at once. For `onMouseEnter` and `onFocus`. */
export function usePrewarm<Path extends LiveQueryPath>(path: Path): (args: LiveArgs<Path>) => void {
  const client = useLiveClient("usePrewarm");
  return useCallback((args) => client?.prewarm(path, args), [client, path]);
}
