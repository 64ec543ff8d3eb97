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
  const { t } = useTranslation();
  const client = useLiveClient("useLiveMutation");
  return useCallback(
    async (args) => {
      if (!client) throw new LiveError({ code: "not-connected", message: t("realtime.notConnected") });
      return client.mutate(path, args, optimistic);
    },
    [client, path, optimistic, t],
  );
}

/** An action of the realtime backend, like `useLiveMutation`, but never retried: it fails if the connection is lost. */
export function useLiveAction<Path extends LiveActionPath>(path: Path): (args: LiveArgs<Path>) => Promise<LiveResult<Path>> {
  const { t } = useTranslation();
  const client = useLiveClient("useLiveAction");
  return useCallback(
    async (args) => {
      if (!client) throw new LiveError({ code: "not-connected", message: t("realtime.notConnected") });
      return client.act(path, args);
    },
    [client, path, t],
  );
}
