import { CallFailure } from "../call-failure.ts";
import { DirectRoom } from "./direct-room.ts";
import type { RoomContext, RoomTransport } from "./room-transport.ts";
import { hangUp } from "./signalling.ts";

const DIRECT_ROOM_PATH = /\/call\/[^/]+\/room\/?$/;

const DAILY_HOST = /(^|\.)daily\.co$/;

/** The transport for a room's URL: a room at Daily, or, by a path `/call/{id}/room`, a direct room at a Callwright server. */
export async function chooseRoom(context: RoomContext): Promise<RoomTransport> {
  const { pathname, host, hostname } = new URL(context.call.webCallUrl);
  if (DAILY_HOST.test(hostname)) return (await import("./create-daily-room.ts")).createDailyRoom(context);
  if (DIRECT_ROOM_PATH.test(pathname)) return new DirectRoom(context);
  throw new CallFailure(
    "room-unsupported",
    `This page cannot join rooms at ${host}, only those of a Callwright server or of Daily.`,
  );
}

/** Give back the room of a call that this page will not join, so that it holds no place at the server until it times out. */
export function giveBackRoom(roomUrl: string): void {
  if (DIRECT_ROOM_PATH.test(new URL(roomUrl).pathname)) hangUp(roomUrl);
}
