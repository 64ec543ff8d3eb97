import type { CallErrorDetail } from "./call-failure.ts";
import type { CallState } from "./call-state.ts";
import type { MicrophoneState } from "./microphone.ts";
import { EMPTY_TRANSCRIPT, reduceTranscript, type Transcript, type TranscriptInput } from "./transcript.ts";

/**
 * The state of a call as shown to the user:
 *
 * ```
 *  idle ──▶ connecting ──room created──▶ joining ──listening──▶ in-call ──▶ ending ──▶ ended
 *                └─────────start failed─────┴──▶ failed                                 │
 *                ▲                                  └──────────── start again ──────────┤
 *                └──────────────────────────────────────────────────────────────────────┘
 * ```
 */
export type CallPhase = "idle" | "connecting" | "joining" | "in-call" | "ending" | "ended" | "failed";

/** What a page shows of a call, except the levels, which change too often. */
export interface CallSnapshot {
  phase: CallPhase;
  /** Known from `joining` on. */
  callId: string | undefined;
  /** `performance.now()` when the server was ready, and when the call ended. */
  startedAtMs: number | undefined;
  endedAtMs: number | undefined;
  microphone: MicrophoneState | undefined;
  isMuted: boolean;
  isConnectionInterrupted: boolean;
  /** The last problem, until it is solved. */
  problem: CallErrorDetail | undefined;
  transcript: Transcript;
}

export const NO_CALL: CallSnapshot = {
  phase: "idle",
  callId: undefined,
  startedAtMs: undefined,
  endedAtMs: undefined,
  microphone: undefined,
  isMuted: false,
  isConnectionInterrupted: false,
  problem: undefined,
  transcript: EMPTY_TRANSCRIPT,
};

export type CallChange =
  /** A start. Clears the previous call. */
  | { type: "starting" }
  | { type: "moved"; to: CallState; callId: string | undefined; nowMs: number }
  | { type: "said"; input: TranscriptInput }
  | { type: "microphone"; microphone: MicrophoneState }
  | { type: "muted"; isMuted: boolean }
  | { type: "connection"; isInterrupted: boolean }
  | { type: "problem"; problem: CallErrorDetail }
  /** The assistant's audio plays. */
  | { type: "audible" }
  | { type: "not-started"; problem: CallErrorDetail }
  /** A start that was stopped before there was a call. */
  | { type: "called-off" };

/** The snapshot after a change. Pure. */
export function reduceCall(snapshot: CallSnapshot, change: CallChange): CallSnapshot {
  switch (change.type) {
    case "starting":
      return { ...NO_CALL, phase: "connecting" };
    case "moved":
      return move(snapshot, change.to, change.callId ?? snapshot.callId, change.nowMs);
    case "said": {
      const transcript = reduceTranscript(snapshot.transcript, change.input);
      // A page does not show most messages, such as the pieces of the model's answer.
      return transcript === snapshot.transcript ? snapshot : { ...snapshot, transcript };
    }
    case "microphone":
      return { ...snapshot, microphone: change.microphone };
    case "muted":
      return { ...snapshot, isMuted: change.isMuted };
    case "connection":
      return { ...snapshot, isConnectionInterrupted: change.isInterrupted };
    case "problem":
      return { ...snapshot, problem: change.problem };
    case "audible":
      return snapshot.problem?.code === "sound-blocked" ? { ...snapshot, problem: undefined } : snapshot;
    case "not-started":
      return { ...snapshot, phase: "failed", problem: change.problem };
    case "called-off":
      return { ...snapshot, phase: "ended" };
  }
}

function move(snapshot: CallSnapshot, to: CallState, callId: string | undefined, nowMs: number): CallSnapshot {
  switch (to) {
    case "joining":
    case "joined":
      return { ...snapshot, callId, phase: "joining" };
    case "connected":
      return { ...snapshot, callId, phase: "in-call", startedAtMs: nowMs };
    case "ending":
      return snapshot.phase === "failed"
        ? snapshot
        : { ...snapshot, phase: "ending", endedAtMs: nowMs, isConnectionInterrupted: false };
    case "ended":
      return snapshot.phase === "failed" ? snapshot : { ...snapshot, phase: "ended" };
    default:
      return snapshot;
  }
}
