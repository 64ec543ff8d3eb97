import {
  type CallErrorDetail,
  type CallState,
  EMPTY_TRANSCRIPT,
  type MicrophoneState,
  reduceTranscript,
  type Transcript,
  type TranscriptInput,
} from "@callwright/call";

/**
 * ```
 *  connecting ──room entered──▶ joining ──listening──▶ in-call ──▶ ending ──▶ ended
 *       └──────────start failed─────┴──▶ failed                                 │
 *       ▲                                   └────────── talk again ─────────────┤
 *       └───────────────────────────────────────────────────────────────────────┘
 * ```
 */
export type TalkPhase = "connecting" | "joining" | "in-call" | "ending" | "ended" | "failed";

export interface TalkState {
  phase: TalkPhase;
  callId: string | undefined;
  /** `performance.now()` when the other side was ready, and when the call was over. */
  startedAtMs: number | undefined;
  endedAtMs: number | undefined;
  microphone: MicrophoneState | undefined;
  isConnectionInterrupted: boolean;
  /** The last thing that went wrong, until it is right again. */
  problem: CallErrorDetail | undefined;
  transcript: Transcript;
}

export const INITIAL_TALK: TalkState = {
  phase: "connecting",
  callId: undefined,
  startedAtMs: undefined,
  endedAtMs: undefined,
  microphone: undefined,
  isConnectionInterrupted: false,
  problem: undefined,
  transcript: EMPTY_TRANSCRIPT,
};

export type TalkAction =
  | { type: "restarted" }
  | { type: "moved"; to: CallState; callId: string | undefined; nowMs: number }
  | { type: "said"; input: TranscriptInput }
  | { type: "microphone"; microphone: MicrophoneState }
  | { type: "connection"; isInterrupted: boolean }
  | { type: "problem"; problem: CallErrorDetail }
  /** The assistant's sound really plays. */
  | { type: "audible" }
  | { type: "not-started"; problem: CallErrorDetail };

export function reduceTalk(talk: TalkState, action: TalkAction): TalkState {
  switch (action.type) {
    case "restarted":
      return INITIAL_TALK;
    case "moved":
      return move(talk, action.to, action.callId ?? talk.callId, action.nowMs);
    case "said":
      return { ...talk, transcript: reduceTranscript(talk.transcript, action.input) };
    case "microphone":
      return { ...talk, microphone: action.microphone };
    case "connection":
      return { ...talk, isConnectionInterrupted: action.isInterrupted };
    case "problem":
      return { ...talk, problem: action.problem };
    case "audible":
      return talk.problem?.code === "sound-blocked" ? { ...talk, problem: undefined } : talk;
    case "not-started":
      return { ...talk, phase: "failed", problem: action.problem };
  }
}

function move(talk: TalkState, to: CallState, callId: string | undefined, nowMs: number): TalkState {
  switch (to) {
    case "joining":
    case "joined":
      return { ...talk, callId, phase: "joining" };
    case "connected":
      return { ...talk, callId, phase: "in-call", startedAtMs: nowMs };
    case "ending":
      return talk.phase === "failed" ? talk : { ...talk, phase: "ending", endedAtMs: nowMs, isConnectionInterrupted: false };
    case "ended":
      return talk.phase === "failed" ? talk : { ...talk, phase: "ended" };
    default:
      return talk;
  }
}
