import type { ServerTelemetry } from "@callwright/contract";
import type { CallFailure } from "../call-failure.ts";
import type { MicrophoneState } from "../microphone.ts";

/** The connection was interrupted, or is back. Daily's rooms tell more than these two words. */
export interface NetworkConnection {
  type: "signaling" | "peer-to-peer" | "sfu";
  event: "connected" | "interrupted" | (string & {});
}

/** How good the connection is. A room of Daily adds its own figures. */
export interface NetworkQuality {
  networkState: "good" | "warning" | "bad" | "unknown";
  /** What is to blame; empty when it is good. */
  networkStateReasons: ("sendPacketLoss" | "recvPacketLoss" | "roundTripTime" | "availableOutgoingBitrate")[];
  /** The same in the words Daily used before. */
  threshold: "good" | "low" | "very-low";
  /** 0 to 100. */
  quality: number;
  /** Figures of the last seconds. Losses are shares (0 to 1), times are seconds, rates are bits per second; null: not known. */
  stats: object;
}

/** What can be told of a recording, by the name of the event that tells it. */
export type RecordingEvent =
  | "recording-started"
  | "recording-stopped"
  | "recording-stats"
  | "recording-error"
  | "recording-upload-completed";

/** Somebody in the room, as the room's library describes them. */
export type RoomParticipant = Record<string, unknown>;

/** What a room tells the call. Called until `leave`, and never after it but for the end of a recording, told before `leave` resolves. */
export interface RoomEvents {
  /** An app message, as it came: the bare `listening`, or JSON. */
  onAppMessage(data: string): void;
  onTelemetry(message: ServerTelemetry): void;
  /** A remote track really plays: once for the sound, once for the picture. */
  onPlayable(): void;
  /** The speaker's picture. */
  onVideo(track: MediaStreamTrack): void;
  /** The browser refuses to play sound before the page is touched. */
  onSoundBlocked(): void;
  /** Summed level of the other side, 0 to 1, every 100 ms. */
  onRemoteLevel(level: number): void;
  /** Level of the microphone, 0 to 1, every 100 ms or as often as asked. */
  onLocalLevel(level: number): void;
  /** The microphone's level can no longer be told. */
  onLocalLevelFailed(failure: CallFailure): void;
  onParticipantUpdated(participant: RoomParticipant): void;
  onNetworkQuality(quality: NetworkQuality): void;
  onConnection(connection: NetworkConnection): void;
  /** A camera or microphone could not be opened, or was taken away. The call goes on. */
  onCameraError(failure: CallFailure): void;
  /** A room whose library opens the microphone itself uses this one from now on. */
  onMicrophone(microphone: MicrophoneState): void;
  /** Noise cancellation broke down. The call goes on; it answers with `disableAudioProcessing`. */
  onAudioProcessorError(failure: CallFailure): void;
  /** `detail` as the room's library tells it. */
  onRecording(event: RecordingEvent, detail: Record<string, unknown>): void;
  /** Something else failed, and the call goes on. */
  onFailure(error: unknown): void;
  /**
   * The room is over. `lost` is a broken connection, `closed` the other side's doing, `left` the caller's by means of the room's own;
   * `failure` says why, when that is known.
   */
  onGone(reason: "closed" | "lost" | "left", failure?: CallFailure): void;
  /** The browser was to hear the caller, and cannot. */
  onRecognitionFailed(message: string): void;
}
