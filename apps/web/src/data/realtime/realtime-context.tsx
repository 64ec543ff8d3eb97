import { createContext, type ReactNode, use, useEffect, useSyncExternalStore } from "react";
import type { LiveClient } from "./live-client.ts";
import type { Realtime, RealtimeState } from "./realtime.ts";

const RealtimeContext = createContext<Realtime | undefined>(undefined);

/** Provides the realtime backend. */
export function RealtimeProvider({ realtime, children }: { realtime: Realtime; children: ReactNode }) {
  useEffect(() => realtime.start(), [realtime]);
  return <RealtimeContext value={realtime}>{children}</RealtimeContext>;
}

/** For the hooks beside this file. `hook` is named in the error if the provider is missing. */
export function useRealtime(hook: string): Realtime {
  const realtime = use(RealtimeContext);
  if (!realtime) {
    throw new Error(
      `Could not find the realtime client! \`${hook}\` must be used in the React component tree under \`RealtimeProvider\`. Did you forget it?`,
    );
  }
  return realtime;
}

export function useLiveClient(hook: string): LiveClient | undefined {
  const { subscribe, client } = useRealtime(hook);
  return useSyncExternalStore(subscribe, client);
}

/** State of the live connection: see `RealtimeState`. */
export function useRealtimeState(): RealtimeState {
  const { subscribe, state } = useRealtime("useRealtimeState");
  return useSyncExternalStore(subscribe, state);
}

/** Is the live connection up? Screens poll only while it is not. */
export function useIsLive(): boolean {
  return useRealtimeState() === "live";
}
