import { type CallErrorDetail, CallwrightCall } from "@callwright/call";
import type { CreateAssistant } from "@callwright/contract";
import { type Dispatch, useEffect, useReducer, useRef, useState } from "react";
import { useServices } from "../../app/services.tsx";
import { INITIAL_TALK, reduceTalk, type TalkAction, type TalkState } from "./talk-state.ts";

export interface Talk {
  state: TalkState;
  /** The running call, for what changes too often for React's state: levels. */
  call: CallwrightCall | undefined;
  isMuted: boolean;
  setMuted(isMuted: boolean): void;
  /** Type to the assistant instead of speaking. */
  type(text: string): void;
  hangUp(): void;
  /** Start over, with the assistant as it is now. */
  again(): void;
}

/** One conversation with an assistant, by its id or as it stands in the editor: begins with the component, ends with it. */
export function useTalk(target: CreateAssistant | string, assistantId: string): Talk {
  const { session } = useServices();
  const [state, dispatch] = useReducer(reduceTalk, INITIAL_TALK);
  const [call, setCall] = useState<CallwrightCall>();
  const [isMuted, setIsMuted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // An edit during the call belongs to the next one.
  const latestTarget = useRef(target);
  latestTarget.current = target;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt, or another assistant, is a new call.
  useEffect(() => {
    let isLeft = false;
    let current: CallwrightCall | undefined;
    dispatch({ type: "restarted" });
    setIsMuted(false);
    const begin = async () => {
      const token = await session.token();
      if (isLeft) return;
      current = new CallwrightCall(token);
      follow(current, dispatch);
      setCall(current);
      await current.start(latestTarget.current);
    };
    begin().catch((error: unknown) => {
      if (!isLeft) dispatch({ type: "not-started", problem: problemOf(error) });
    });
    return () => {
      isLeft = true;
      setCall(undefined);
      current?.removeAllListeners();
      void current?.stop();
    };
  }, [session, assistantId, attempt]);

  return {
    state,
    call,
    isMuted,
    setMuted: (muted) => {
      if (!call || call.state === "ended" || call.state === "ending") return;
      call.setMuted(muted);
      setIsMuted(muted);
    },
    type: (content) => {
      call?.send({ type: "add-message", message: { role: "user", content }, triggerResponseEnabled: true });
    },
    hangUp: () => void call?.stop(),
    again: () => setAttempt((attempts) => attempts + 1),
  };
}

function problemOf(error: unknown): CallErrorDetail {
  return { name: "Error", code: "unknown", message: error instanceof Error ? error.message : String(error) };
}

/** Turn a call's events into actions. Times of what is said count from the moment the other side was ready. */
function follow(call: CallwrightCall, dispatch: Dispatch<TalkAction>): void {
  let startedAtMs: number | undefined;
  const atMs = () => (startedAtMs === undefined ? 0 : performance.now() - startedAtMs);
  call.on("state", (to, created) => {
    const nowMs = performance.now();
    if (to === "connected") startedAtMs = nowMs;
    dispatch({ type: "moved", to, callId: created?.id, nowMs });
  });
  call.on("message", (message) => dispatch({ type: "said", input: { from: "message", message, atMs: atMs() } }));
  call.on("telemetry", (message) => dispatch({ type: "said", input: { from: "telemetry", message, atMs: atMs() } }));
  call.on("microphone", (microphone) => dispatch({ type: "microphone", microphone }));
  call.on("network-connection", ({ event }) => dispatch({ type: "connection", isInterrupted: event === "interrupted" }));
  call.on("speech-start", () => dispatch({ type: "audible" }));
  call.on("call-start-failed", ({ error: message, code }) =>
    dispatch({ type: "not-started", problem: { name: "Error", code, message } }),
  );
  call.on("error", ({ type, error }) => {
    if (type === "daily-error" || type === "transcriber-error") dispatch({ type: "problem", problem: error });
  });
}
