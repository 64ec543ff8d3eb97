import type { CallConfig } from "./call-config.ts";
import { canCancelNoise, isMicrophoneGranted, type OpenMicrophone, openMicrophone } from "./microphone.ts";
import { isMobileBrowser } from "./mobile-browser.ts";
import { chooseRoom, giveBackRoom } from "./room/choose-room.ts";
import type { RoomContext, RoomTransport } from "./room/room-transport.ts";
import type { Schedule } from "./speaking-detector.ts";
import type { StageClock } from "./start-stages.ts";

/** All that a call needs of the world around it. */
export interface CallEnvironment extends StageClock {
  fetch: typeof fetch;
  schedule: Schedule;
  isMobile: boolean;
  isMicrophoneGranted(): Promise<boolean>;
  openMicrophone(deviceId?: string): Promise<OpenMicrophone>;
  createRoom(context: RoomContext): Promise<RoomTransport>;
  /** Tell the server that nobody will join this room. */
  giveBackRoom(roomUrl: string): void;
  /** Calls back when the page is left; the function it answers forgets that. */
  onPageLeft(callback: () => void): () => void;
  log(message: string): void;
}

/** The browser this page runs in, for calls that cancel noise themselves (default) or leave that to it. */
export function browserEnvironment({ noiseCancellation = true }: CallConfig = {}): CallEnvironment {
  return {
    fetch: (input, init) => fetch(input, init),
    nowMs: () => performance.now(),
    timestamp: () => new Date().toISOString(),
    schedule: (callback, delayMs) => {
      const timer = setTimeout(callback, delayMs);
      return () => clearTimeout(timer);
    },
    isMobile: isMobileBrowser(navigator),
    isMicrophoneGranted,
    openMicrophone: (deviceId) => openMicrophone(deviceId, noiseCancellation && canCancelNoise()),
    createRoom: chooseRoom,
    giveBackRoom,
    onPageLeft: (callback) => {
      addEventListener("pagehide", callback);
      return () => removeEventListener("pagehide", callback);
    },
    // biome-ignore lint/suspicious/noConsole: the one place where this package writes to the console.
    log: (message) => console.warn(`Callwright: ${message}`),
  };
}
