import { CallFailure } from "../call-failure.ts";
import { DirectRoom } from "./direct-room.ts";
import type { RoomContext, RoomTransport } from "./room-transport.ts";
import { hangUp } from "./signalling.ts";

const DIRECT_ROOM = /^[^?#]*\/call\/[^/?#]+\/room\/?(?:[?#]|$)/;

const DAILY_HOST = /(^|\.)daily\.co$/;

/** A peer whose sound a test starts and stops. WebRTC's reaction to an offer is tested in Chromium: tests/browser/reconnect.slow.test.ts. */
export async function chooseRoom(context: RoomContext): Promise<RoomTransport> {
  const { host, hostname } = new URL(context.call.webCallUrl);
  if (DAILY_HOST.test(hostname)) return (await import("./create-daily-room.ts")).createDailyRoom(context);
  if (isDirectRoom(context.call.webCallUrl)) return new DirectRoom(context);
  throw new CallFailure("room-unsupported", `This page cannot join rooms at ${host}. Use a Callwright server or Daily.`);
}

export const isDirectRoom = (roomUrl: string): boolean => DIRECT_ROOM.test(roomUrl);

/** Releases the room of a call that this page will not join, so that it does not use a call slot until it times out. */
export function releaseRoom(roomUrl: string): void {
  if (isDirectRoom(roomUrl)) hangUp(roomUrl);
}
