import type { CallConfig } from "./call-config.ts";
import { canCancelNoise, isMicrophoneGranted, type OpenMicrophone, openMicrophone } from "./microphone.ts";
import { chooseRoom, releaseRoom } from "./room/choose-room.ts";
import type { RoomContext, RoomTransport } from "./room/room-transport.ts";
import type { Schedule } from "./speaking-detector.ts";
import type { StageClock } from "./start-stages.ts";

/** The environment of a call. */
export interface CallEnvironment extends StageClock {
  fetch: typeof fetch;
  schedule: Schedule;
  isMobile: boolean;
  isMicrophoneGranted(): Promise<boolean>;
  openMicrophone(deviceId?: string): Promise<OpenMicrophone>;
  createRoom(context: RoomContext): Promise<RoomTransport>;
  /** Reports a room as abandoned. */
  releaseRoom(roomUrl: string): void;
  /** Calls back when the page unloads. Returns a function that removes the listener. */
  onPageLeft(callback: () => void): () => void;
  log(message: string): void;
}

/** The environment of a browser page, with or without its own noise cancellation. */
export function browserEnvironment({ noiseCancellation = true }: CallConfig = {}): CallEnvironment {
  return {
    fetch: (input, init) => fetch(input, init),
    nowMs: () => performance.now(),
    timestamp: () => new Date().toISOString(),
    schedule: (callback, delayMs) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    // Read at the start of a call: a call object can be created where a page is rendered, by a server.
    get isMobile() {
      return isMobileBrowser(navigator);
    },
    isMicrophoneGranted,
    openMicrophone: (deviceId) => openMicrophone(deviceId, noiseCancellation && canCancelNoise()),
    createRoom: chooseRoom,
    releaseRoom,
    onPageLeft: (callback) => {
      addEventListener("pagehide", callback);
      return () => removeEventListener("pagehide", callback);
    },
    // biome-ignore lint/suspicious/noConsole: the one place where this package writes to the console.
    log: (message) => console.warn(`Callwright: ${message}`),
  };
}

const MOBILE = /android|iphone|ipad|ipod|iemobile|blackberry|bada/i;

/** A phone or tablet. An iPad reports itself as a Macintosh, but has a touch screen. */
export function isMobileBrowser({ userAgent, maxTouchPoints }: Pick<Navigator, "userAgent" | "maxTouchPoints">): boolean {
  return MOBILE.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}
