import { CallFailure } from "../call-failure.ts";
import { DirectRoom } from "./direct-room.ts";
import type { RoomContext, RoomTransport } from "./room-transport.ts";
import { hangUp } from "./signalling.ts";

const DIRECT_ROOM_PATH = /\/call\/[^/]+\/room\/?$/;

/** The transport for a room's URL. A path `/call/{id}/room` is a direct room at a Callwright server. */
export async function chooseRoom(context: RoomContext): Promise<RoomTransport> {
  const { pathname, host } = new URL(context.call.webCallUrl);
  if (DIRECT_ROOM_PATH.test(pathname)) return new DirectRoom(context);
  throw new CallFailure("room-unsupported", `This page cannot join rooms at ${host}, only rooms of a Callwright server.`);
}

/** Give back the room of a call that this page will not join, so that it holds no place at the server until it times out. */
export function giveBackRoom(roomUrl: string): void {
  if (DIRECT_ROOM_PATH.test(new URL(roomUrl).pathname)) hangUp(roomUrl);
}
