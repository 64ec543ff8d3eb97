import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { OptimisticUpdate } from "./live-client.ts";
import { LiveError } from "./live-error.ts";
import type { LiveActionPath, LiveArgs, LiveMutationPath, LiveResult } from "./live-types.ts";
import { useLiveClient } from "./realtime-context.tsx";

/**
 * A mutation of the realtime backend. It runs once, in the order of the calls, and the queries show it when the promise is fulfilled. It
 * waits while the connection is lost. Rejects with a `LiveError` whose message is for people; at once, with `not-connected`, while there is no
 * realtime backend. `optimistic` must stay the same function.
 */
export function useLiveMutation<Path extends LiveMutationPath>(
  path: Path,
  optimistic?: OptimisticUpdate<Path>,
): (args: LiveArgs<Path>) => Promise<LiveResult<Path>> {
  const connected = useConnected("useLiveMutation");
  return useCallback(async (args) => connected().mutate(path, args, optimistic), [connected, path, optimistic]);
}

/** An action of the realtime backend, like `useLiveMutation`, but never retried: it fails if the connection is lost. */
export function useLiveAction<Path extends LiveActionPath>(path: Path): (args: LiveArgs<Path>) => Promise<LiveResult<Path>> {
  const connected = useConnected("useLiveAction");
  return useCallback(async (args) => connected().act(path, args), [connected, path]);
}

/** The client, or a failure while there is none. */
function useConnected(hook: string) {
  const { t } = useTranslation();
  const client = useLiveClient(hook);
  return useCallback(() => {
    if (client) return client;
    throw new LiveError({ code: "not-connected", message: t("realtime.notConnected") });
  }, [client, t]);
}
