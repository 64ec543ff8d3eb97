import type { VIDEO_RECORDING } from "@callwright/contract";
import type { DailyCall, DailyStartScreenShare } from "@daily-co/daily-js";
import type { CallConfig, CallObjectOptions } from "../call-config.ts";
import type { CallMicrophone } from "../call-microphone.ts";
import type { JoinableCall } from "../create-web-call.ts";
import type { Schedule } from "../speaking-detector.ts";
import type { RoomEvents } from "./room-events.ts";

export interface RoomContext {
  call: JoinableCall;
  /** Rejoins a running call. Leaving before the join must not end it. */
  isRejoin: boolean;
  /**
   * Opened before the room, because the permission prompt can take longer than a room waits. The room decides how to use its
   * audio. A room whose library opens devices releases it first. The call releases it at the end in any case.
   */
  microphone: CallMicrophone;
  /** Direction of video. Sent if the call's video is recorded; received if the page wants the room's picture. */
  video: { sends: boolean; receives: boolean };
  config: CallConfig;
  callObject: CallObjectOptions;
  clock: RoomClock;
  events: RoomEvents;
}

export interface RoomClock {
  /** Monotonic milliseconds. */
  nowMs(): number;
  schedule: Schedule;
}

/** Device selection. Absent fields do not change. */
export interface InputDevices {
  /** `default`, or an id of `enumerateDevices`. */
  audioDeviceId?: string;
  /** The page's track instead of a device. The page keeps ownership. */
  audioSource?: MediaStreamTrack;
  videoDeviceId?: string;
  videoSource?: MediaStreamTrack;
}

export type VideoRecordingOptions = typeof VIDEO_RECORDING;

/** Options of `getDisplayMedia` and of the sent video. */
export type ScreenSharingOptions = DailyStartScreenShare;

/**
 * The connection to the server. Call order:
 *
 * ```
 *  join ──▶ startVideoRecording, observeAudio, processAudio ──▶ send, setMuted, setInputDevices … ──▶ leave
 * ```
 * `leave` can be called at any time and repeatedly. It releases everything that the room opened. Unsupported methods reject with a
 * `CallFailure` whose code ends in `-unsupported`.
 */
export interface RoomTransport {
  /** The daily-js object. Null for other rooms. */
  readonly callObject: DailyCall | null;
  /** Resolves when app messages can be sent. */
  join(signal: AbortSignal): Promise<void>;
  /** Resolves when the recording has started. `delaySeconds` counts from the call of this method. */
  startVideoRecording(options: VideoRecordingOptions): Promise<{ delaySeconds: number }>;
  /** Ends the recording. The call goes on. Resolves when the recording is stored, or after a timeout. */
  stopVideoRecording(): Promise<void>;
  /** Starts reporting both levels. Returns the interval. */
  observeAudio(): Promise<{ intervalMs: number }>;
  /** Enables noise cancellation. Returns how the microphone's audio is processed; `warning` is a sentence for the page's developer. */
  processAudio(): Promise<Record<string, unknown>>;
  /** Sends the microphone's audio unprocessed. */
  disableAudioProcessing(): Promise<void>;
  /** Returns false if it could not be sent. */
  send(data: string): boolean;
  setMuted(isMuted: boolean): void;
  isMuted(): boolean;
  setInputDevices(devices: InputDevices): Promise<void>;
  setOutputDevice(deviceId: string): Promise<void>;
  /** Sets the microphone's gain, also for later microphones. 1 is unchanged. */
  amplifyMicrophone(factor: number): Promise<void>;
  /** Level of the microphone, 0 to 1. 0 while it is not observed. */
  localLevel(): number;
  /** Starts reporting the microphone's level at this interval (default 100 ms). */
  observeLocalLevel(intervalMs?: number): Promise<void>;
  stopObservingLocalLevel(): void;
  isObservingLocalLevel(): boolean;
  startScreenSharing(options: ScreenSharingOptions): Promise<void>;
  stopScreenSharing(): Promise<void>;
  leave(): Promise<void>;
}
