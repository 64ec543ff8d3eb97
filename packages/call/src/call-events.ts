import type { ServerMessage, ServerTelemetry } from "@callwright/contract";
import type { CallError, StartContext } from "./call-failure.ts";
import type { CallState } from "./call-state.ts";
import type { JoinableCall } from "./create-web-call.ts";
import type { MicrophoneState } from "./microphone.ts";
import type { NetworkConnection, NetworkQuality, RoomParticipant } from "./room/room-events.ts";

export type StartStage =
  | "validation"
  | "initialization"
  | "web-call-creation"
  | "daily-call-object-creation"
  | "mobile-permissions"
  | "daily-call-join"
  | "video-recording-setup"
  | "video-recording-started"
  | "audio-observer-setup"
  | "audio-processing-setup"
  | "reconnect-initialization"
  | "cleanup-existing-call";

/** One step of a start. Times are ISO 8601, durations milliseconds, measured until the step had really happened. */
export interface StartProgress {
  stage: StartStage;
  status: "started" | "completed" | "failed";
  timestamp: string;
  duration?: number;
  metadata?: Record<string, unknown>;
}

export interface StartSuccess {
  callId: string;
  /** Milliseconds since `start`. */
  totalDuration: number;
  timestamp: string;
}

export interface StartFailure {
  /** `reconnect` for a failed reconnect. */
  stage: StartStage | "reconnect";
  totalDuration: number;
  error: string;
  code: string;
  errorStack?: string;
  timestamp: string;
  /** Of a start. */
  context?: StartContext;
}

/** Everything a call emits, with the arguments its listeners get. */
export type CallEvents = {
  /** The other side is ready and the conversation begins. */
  "call-start": [];
  "call-end": [];
  "call-start-progress": [StartProgress];
  "call-start-success": [StartSuccess];
  "call-start-failed": [StartFailure];
  /** The platform's messages. Types this version does not know arrive here as well. */
  message: [ServerMessage];
  /** What only a direct room tells: who hears the caller, turns and their milestones, failures on the way. */
  telemetry: [ServerTelemetry];
  error: [CallError];
  /** The assistant's volume, 0 to 1, every 100 ms. */
  "volume-level": [number];
  /** The microphone's volume, 0 to 1, every 100 ms. */
  "local-volume-level": [number];
  /** The microphone's volume can no longer be told. */
  "local-audio-level-observer-error": [CallError];
  "speech-start": [];
  "speech-end": [];
  /** The connection was interrupted, or is back. */
  "network-connection": [NetworkConnection];
  "network-quality-change": [NetworkQuality];
  /** The speaker's picture, when the call has one. */
  video: [MediaStreamTrack];
  /** A camera or microphone cannot be used. The call goes on without. */
  "camera-error": [CallError];
  "daily-participant-updated": [RoomParticipant];
  "recording-started": [Record<string, unknown>];
  "recording-stopped": [Record<string, unknown>];
  "recording-stats": [Record<string, unknown>];
  "recording-error": [Record<string, unknown>];
  "recording-upload-completed": [Record<string, unknown>];
  /** The microphone in use changed, or why there is none. */
  microphone: [MicrophoneState];
  /** The state machine moved. The call is known from `joining` on. */
  state: [CallState, JoinableCall | undefined];
};
