import type { VIDEO_RECORDING } from "@callwright/contract";
import type { DailyCall, DailyStartScreenShare } from "@daily-co/daily-js";
import type { CallConfig, CallObjectOptions } from "../call-config.ts";
import type { CallMicrophone } from "../call-microphone.ts";
import type { JoinableCall } from "../create-web-call.ts";
import type { Schedule } from "../speaking-detector.ts";
import type { RoomEvents } from "./room-events.ts";

export interface RoomContext {
  call: JoinableCall;
  /** The call runs already and is joined again: leaving before having joined must not end it. */
  isRejoin: boolean;
  /**
   * Opened before the room, because a person who is asked may take longer than a room waits. The room decides what becomes of its
   * sound; one whose library opens devices itself releases it first. The call releases it at the end in any case.
   */
  microphone: CallMicrophone;
  /** Which way pictures go. They are sent when the call's video is recorded. */
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

/** Choice of devices. What is left out stays as it is. */
export interface InputDevices {
  /** `default`, or an id of `enumerateDevices`. */
  audioDeviceId?: string;
  /** A track of the page's own instead of a device. The page goes on owning it. */
  audioSource?: MediaStreamTrack;
  videoDeviceId?: string;
  videoSource?: MediaStreamTrack;
}

export type VideoRecordingOptions = typeof VIDEO_RECORDING;

/** Passed on to `getDisplayMedia`, and how its picture is sent. */
export type ScreenSharingOptions = DailyStartScreenShare;

/**
 * The way to the other side. Used in this order:
 *
 * ```
 *  join ──▶ startVideoRecording, observeAudio, processAudio ──▶ send, setMuted, setInputDevices … ──▶ leave
 * ```
 * `leave` may come at any time, twice as well, and releases everything the room opened. What a room cannot do fails with a
 * `CallFailure` whose code ends in `-unsupported`.
 */
export interface RoomTransport {
  /** Daily's own object, for what this interface does not reach; null at other rooms. */
  readonly callObject: DailyCall | null;
  /** Resolves when app messages can pass. */
  join(signal: AbortSignal): Promise<void>;
  /** Resolves when the recording has really started; `delaySeconds` counts from the asking. */
  startVideoRecording(options: VideoRecordingOptions): Promise<{ delaySeconds: number }>;
  /** Begin to tell both sides' levels; answers how often. */
  observeAudio(): Promise<{ intervalMs: number }>;
  /** Switch noise cancellation on; answers what is done to the microphone's sound. */
  processAudio(): Promise<Record<string, unknown>>;
  /** Send the microphone's sound as it is. */
  disableAudioProcessing(): Promise<void>;
  /** False when it could not be sent. */
  send(data: string): boolean;
  setMuted(isMuted: boolean): void;
  isMuted(): boolean;
  setInputDevices(devices: InputDevices): Promise<void>;
  setOutputDevice(deviceId: string): Promise<void>;
  /** Amplify the microphone by a factor; 1 is as it comes. It holds for a microphone chosen later, too. */
  amplifyMicrophone(factor: number): Promise<void>;
  /** Level of the microphone, 0 to 1; 0 while it is not observed. */
  localLevel(): number;
  /** Begin to tell the microphone's level every so many milliseconds (default 100). */
  observeLocalLevel(intervalMs?: number): Promise<void>;
  stopObservingLocalLevel(): void;
  isObservingLocalLevel(): boolean;
  startScreenSharing(options: ScreenSharingOptions): Promise<void>;
  stopScreenSharing(): Promise<void>;
  leave(): Promise<void>;
}
