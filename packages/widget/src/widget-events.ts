import type { MicrophoneState } from "@callwright/call";
import type { ServerMessage } from "@callwright/contract";
import type { WidgetMessage } from "./conversation/history.ts";

/**
 * The widget's state:
 *
 * ```
 *  idle ──▶ asking-microphone ──▶ connecting ──▶ listening ◀──▶ speaking ──▶ ending ──▶ ended
 *               └────────start failed──┴──▶ failed                                       │
 *               ▲                             └──────────── start again ────────────────┤
 *               └────────────────────────────────────────────────────────────────────────┘
 * ```
 * A chat reply is separate: see `isReplying` of the same event.
 */
export type WidgetPhase = "idle" | "asking-microphone" | "connecting" | "listening" | "speaking" | "ending" | "ended" | "failed";

export interface WidgetState {
  phase: WidgetPhase;
  isMuted: boolean;
  isReplying: boolean;
  isOnline: boolean;
  callId: string | undefined;
  /** The chat is replying. */
  sessionId: string | undefined;
}

/** Every error. `code` is stable, `message` is a sentence for people. */
export interface WidgetError {
  source: "option" | "call" | "chat";
  code: string;
  message: string;
}

/** The details of the element's events. All are bubbling and composed. */
export interface WidgetEventDetails {
  "call-start": { callId: string | undefined };
  "call-end": { callId: string | undefined; endedReason: string | undefined };
  "chat-start": { sessionId: string };
  "chat-end": { sessionId: string | undefined };
  /** A complete message of the visitor or the assistant, typed or spoken. */
  message: WidgetMessage;
  /** An unchanged message of the running call: tool calls, status, every transcript. */
  "call-message": ServerMessage;
  "state-change": WidgetState;
  "open-change": { isOpen: boolean };
  "consent-change": { isGiven: boolean };
  /** The microphone in use changed, or why there is none. */
  microphone: MicrophoneState;
  "speech-start": undefined;
  "speech-end": undefined;
  /** The assistant's volume, 0 to 1, every 100 ms of a call. */
  "volume-level": number;
  /** The microphone's volume, 0 to 1, every 100 ms of a call. */
  "local-volume-level": number;
  error: WidgetError;
}

export type WidgetEventMap = { [Name in keyof WidgetEventDetails]: CustomEvent<WidgetEventDetails[Name]> };
