import type { ServerMessage, ServerTelemetry } from "@callwright/contract";
import type { CallError, CameraError, ReconnectContext, StartContext } from "./call-failure.ts";
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

/** One stage of a start. Times are ISO 8601, durations are whole milliseconds. */
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
  context: StartContext | ReconnectContext;
}

/** The events of a call, with their arguments. */
export type CallEvents = {
  /** The server is ready and the conversation starts. */
  "call-start": [];
  "call-end": [];
  "call-start-progress": [StartProgress];
  "call-start-success": [StartSuccess];
  "call-start-failed": [StartFailure];
  /** The server's messages, including unknown types. */
  message: [ServerMessage];
  /** Telemetry of a direct room: the transcriber, turns with their milestones, failures. */
  telemetry: [ServerTelemetry];
  error: [CallError];
  /** The assistant's volume, 0 to 1, every 100 ms. */
  "volume-level": [number];
  /** The microphone's volume, 0 to 1, every 100 ms. */
  "local-volume-level": [number];
  /** The microphone's volume can no longer be measured. */
  "local-audio-level-observer-error": [CallError];
  "speech-start": [];
  "speech-end": [];
  /** The connection was interrupted or restored. */
  "network-connection": [NetworkConnection];
  "network-quality-change": [NetworkQuality];
  /** The element that plays the assistant, before its first sound. */
  audio: [HTMLAudioElement];
  /** The assistant's video, if the call has one. */
  video: [MediaStreamTrack];
  /** A camera or microphone cannot be used. The call continues without it. */
  "camera-error": [CameraError];
  "daily-participant-updated": [RoomParticipant];
  "recording-started": [Record<string, unknown>];
  "recording-stopped": [Record<string, unknown>];
  "recording-stats": [Record<string, unknown>];
  "recording-error": [Record<string, unknown>];
  "recording-upload-completed": [Record<string, unknown>];
  /** The current microphone, or why there is none. */
  microphone: [MicrophoneState];
  /** The state changed. The call is known from `joining` on. */
  state: [CallState, JoinableCall | undefined];
};
