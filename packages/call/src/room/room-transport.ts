import type { ServerTelemetry } from "@callwright/contract";
import type { CreatedCall } from "../create-web-call.ts";

/** What a room tells the call. Called until `leave`, never after it. */
export interface RoomEvents {
  /** An app message, as it came: the bare `listening`, or JSON. */
  onAppMessage(data: string): void;
  onTelemetry(message: ServerTelemetry): void;
  /** A remote track really plays. */
  onPlayable(): void;
  /** The browser refuses to play sound before the page is touched. */
  onSoundBlocked(): void;
  /** Summed level of the other side, 0 to 1, every 100 ms. */
  onRemoteLevel(level: number): void;
  /** Level of the microphone, 0 to 1, every 100 ms. */
  onLocalLevel(level: number): void;
  onConnection(event: "connected" | "interrupted"): void;
  /** The room is over. `lost` is a broken connection, `closed` the other side's doing. */
  onGone(reason: "closed" | "lost"): void;
  /** The browser was to hear the caller, and cannot. */
  onRecognitionFailed(message: string): void;
}

export interface RoomContext {
  call: CreatedCall;
  /** Absent: the caller types. */
  microphone: MediaStreamTrack | undefined;
  events: RoomEvents;
}

/**
 * The way to the other side. Used in this order:
 *
 * ```
 *  join ──▶ observeAudio, describeAudioProcessing ──▶ send, useMicrophone, setMuted … ──▶ leave
 * ```
 * `leave` may come at any time, twice as well, and releases everything; the microphone's track belongs to the call.
 */
export interface RoomTransport {
  /** Resolves when app messages can pass. */
  join(signal: AbortSignal): Promise<void>;
  /** Begin to tell levels; answers how often. */
  observeAudio(): Promise<{ intervalMs: number }>;
  /** What is done to the microphone's sound. */
  describeAudioProcessing(): Promise<Record<string, unknown>>;
  /** False when it could not be sent. */
  send(data: string): boolean;
  /** Send this track from now on; none silences the caller. */
  useMicrophone(track: MediaStreamTrack | undefined): Promise<void>;
  setMuted(isMuted: boolean): void;
  leave(): Promise<void>;
}
