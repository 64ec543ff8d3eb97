import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { CallController } from "../call-controller.ts";
import type { CallSnapshot } from "../call-snapshot.ts";
import { CallwrightCall } from "../callwright-call.ts";
import { CallStore } from "./call-store.ts";

export interface UseCallOptions {
  /** A bearer token, or a function that returns one, called at each start. */
  apiToken: string | (() => Promise<string>);
  /** The API's URL. Default: the page's origin. */
  apiBaseUrl?: string;
}

/** The state and actions of a call in a component. */
export interface CallHandle extends CallSnapshot {
  /** The call object, for levels, `say`, `send` and devices. Undefined before the first start. */
  call: CallController | undefined;
  /** Like `start` of the call object, but hangs up a running call first. Never rejects: failures are in `problem`. */
  start(...args: Parameters<CallController["start"]>): Promise<void>;
  /** Hangs up. Keeps the transcript. */
  stop(): Promise<void>;
  /** Sends typed text. Returns false without a call. */
  type(text: string): boolean;
  /** No effect while no call is running. */
  setMuted(isMuted: boolean): void;
}

/**
 * Calls of one component. Hangs up when it unmounts. Safe in StrictMode.
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

/** Stable functions, so that effects can depend on them. */
function actionsOf(store: CallStore): Pick<CallHandle, "start" | "stop" | "type" | "setMuted"> {
  return {
    start: (...args) => store.start(...args),
    stop: () => store.stop(),
    type: (content) =>
      store.call?.send({ type: "add-message", message: { role: "user", content }, triggerResponseEnabled: true }) ?? false,
    setMuted: (isMuted) => store.setMuted(isMuted),
  };
}

/** The volume of both sides, 0 to 1. */
export interface CallLevels {
  assistant: number;
  microphone: number;
}

const SILENCE: CallLevels = { assistant: 0, microphone: 0 };

/** The levels of a call, ten times a second. Use it in a small component, because it renders often. 0 without a call. */
export function useCallLevels(call: CallController | undefined): CallLevels {
  const [levels, setLevels] = useState(SILENCE);
  useEffect(() => {
    if (!call) return;
    const hearAssistant = (assistant: number) => setLevels((before) => ({ ...before, assistant }));
    const hearMicrophone = (microphone: number) => setLevels((before) => ({ ...before, microphone }));
    call.on("volume-level", hearAssistant);
    call.on("local-volume-level", hearMicrophone);
    return () => {
      call.off("volume-level", hearAssistant);
      call.off("local-volume-level", hearMicrophone);
      setLevels(SILENCE);
    };
  }, [call]);
  return levels;
}
