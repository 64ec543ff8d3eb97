import type { ServerTelemetry } from "@callwright/contract";
import type { DailyEventObjectCameraError } from "@daily-co/daily-js";
import type { CallFailure } from "../call-failure.ts";
import type { MicrophoneState } from "../microphone.ts";

/** The connection was interrupted or restored. Daily's rooms have more states. `websocket`: the network lets no WebRTC through. */
export interface NetworkConnection {
  type: "signaling" | "peer-to-peer" | "sfu" | "websocket";
  event: "connected" | "interrupted" | (string & {});
}

/** The connection's quality. Daily rooms add their own numbers. */
export interface NetworkQuality {
  networkState: "good" | "warning" | "bad" | "unknown";
  /** The causes. Empty if the quality is good. */
  networkStateReasons: ("sendPacketLoss" | "recvPacketLoss" | "roundTripTime" | "availableOutgoingBitrate")[];
  /** The same with Daily's older names. */
  threshold: "good" | "low" | "very-low";
  /** 0 to 100. */
  quality: number;
  /** Statistics of the last seconds. Losses are 0 to 1, times are seconds, rates are bits per second. Null: unknown. */
  stats: object;
}

/** Recording events by name. */
export type RecordingEvent =
  | "recording-started"
  | "recording-stopped"
  | "recording-stats"
  | "recording-error"
  | "recording-upload-completed";

/** A participant, as described by the room's library. */
export type RoomParticipant = Record<string, unknown>;

/** The events of a room. None after `leave`, except the end of a recording, which comes before `leave` resolves. */
export interface RoomEvents {
  /** An unparsed app message: the string `listening`, or JSON. */
  onAppMessage(data: string): void;
  onTelemetry(message: ServerTelemetry): void;
  /** A remote track plays: once for audio, once for video. */
  onPlayable(): void;
  /** The element that plays the assistant, before its sound begins. Undefined: the assistant has left the room. */
  onPlayer(player: HTMLAudioElement | undefined): void;
  /** The assistant's video. */
  onVideo(track: MediaStreamTrack): void;
  /** The browser blocks audio until the user interacts with the page. */
  onSoundBlocked(): void;
  /** Level of the remote audio, 0 to 1, every 100 ms. */
  onRemoteLevel(level: number): void;
  /** Level of the microphone, 0 to 1, every 100 ms or at the requested interval. */
  onLocalLevel(level: number): void;
  /** The microphone's level can no longer be measured. */
  onLocalLevelFailed(failure: CallFailure): void;
  onParticipantUpdated(participant: RoomParticipant): void;
  onNetworkQuality(quality: NetworkQuality): void;
  onConnection(connection: NetworkConnection): void;
  /** A camera or microphone could not be opened or was lost. The call continues. `event` is Daily's, in its rooms. */
  onCameraError(failure: CallFailure, event?: Partial<DailyEventObjectCameraError>): void;
  /** Tells a room whose library opens the microphone to use this one from now on. */
  onMicrophone(microphone: MicrophoneState): void;
  /** Noise cancellation failed. The call continues and calls `disableAudioProcessing`. */
  onAudioProcessorError(failure: CallFailure): void;
  /** `detail` is from the room's library. */
  onRecording(event: RecordingEvent, detail: Record<string, unknown>): void;
  /** Another failure. The call continues. */
  onFailure(error: unknown): void;
  /**
   * The room ended. `lost`: the connection broke. `closed`: the server closed it. `left`: the caller left through the room's library.
   * `failure` is the cause, if known.
   */
  onGone(reason: "closed" | "lost" | "left", failure?: CallFailure): void;
  /** The browser's speech recognition failed. */
  onRecognitionFailed(message: string): void;
}
