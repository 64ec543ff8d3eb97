import { useCallback } from "react";
import type { LiveArgs, LiveQueryPath } from "./live-types.ts";
import { useLiveClient } from "./realtime-context.tsx";

/** Subscribes to what will probably be looked at next, for 5 s, so that it is there at once: for `onMouseEnter` and `onFocus`. */
export function usePrewarm<Path extends LiveQueryPath>(path: Path): (args: LiveArgs<Path>) => void {
  const client = useLiveClient("usePrewarm");
  return useCallback((args) => client?.prewarm(path, args), [client, path]);
}
