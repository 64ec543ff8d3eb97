import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { CallController } from "../call-controller.ts";
import type { CallSnapshot } from "../call-snapshot.ts";
import { CallwrightCall } from "../callwright-call.ts";
import { CallStore } from "./call-store.ts";

export interface UseCallOptions {
  /** A bearer token, or how to get one: asked at each start, so that it may expire between calls. */
  apiToken: string | (() => Promise<string>);
  /** The platform API's address. Default: the page's own origin. */
  apiBaseUrl?: string;
}

/** A call as a component uses it: what to show of it, and what to do with it. */
export interface CallHandle extends CallSnapshot {
  /** The running call, for what is not shown state: its levels, `say`, `send`, devices. Undefined before the first start. */
  call: CallController | undefined;
  /** As the call object's `start`, but a running call is hung up first, and every failure is in `problem`. Never rejects. */
  start(...args: Parameters<CallController["start"]>): Promise<void>;
  /** Hang up. What was said stays. */
  stop(): Promise<void>;
  /** Type to the assistant instead of speaking. False when there is no call to carry it. */
  type(text: string): boolean;
  /** Without effect when no call is running. */
  setMuted(isMuted: boolean): void;
}

/**
 * Calls of one component: hung up when it goes. Safe in StrictMode, whose second mount finds nothing left of the first.
 *
 * ```tsx
 * const { phase, transcript, start, stop } = useCall({ apiToken });
 * <button onClick={() => start("assistant-id")}>Talk</button>
 * ```
 */
export function useCall(options: UseCallOptions): CallHandle {
  const latest = useRef(options);
  latest.current = options;
  const [store] = useState(
    () =>
      new CallStore(
        (apiToken) => new CallwrightCall(apiToken, latest.current.apiBaseUrl),
        async () => {
          const { apiToken } = latest.current;
          return typeof apiToken === "string" ? apiToken : apiToken();
        },
      ),
  );
  useEffect(() => () => store.close(), [store]);
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  const [actions] = useState(() => actionsOf(store));
  return { ...snapshot, ...actions, call: store.call };
}

/** The same functions at every render, so that they can stand in an effect's dependencies. */
function actionsOf(store: CallStore): Pick<CallHandle, "start" | "stop" | "type" | "setMuted"> {
  return {
    start: (...args) => store.start(...args),
    stop: () => store.stop(),
    type: (content) =>
      store.call?.send({ type: "add-message", message: { role: "user", content }, triggerResponseEnabled: true }) ?? false,
    setMuted: (isMuted) => store.setMuted(isMuted),
  };
}
