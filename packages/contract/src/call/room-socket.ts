import { APP_CHANNEL, TELEMETRY_CHANNEL } from "./call-telemetry.ts";

/**
 * The websocket of a direct room: a call's sound and texts for a page whose network lets no WebRTC through.
 * Its address is that of the room with `/socket`, and has the same secret.
 *
 * | frame | content |
 * |---|---|
 * | binary | a packet of sound: 16 kHz, mono, 20 ms from the server, at most 60 ms from the page |
 * | text | the name of a data channel of WebRTC, a space, and what that channel would carry |
 *
 * | close code | sent by | meaning |
 * |---|---|---|
 * | 1000 | page | the caller hangs up |
 * | 1000 | server | the call goes on without this connection, or has ended |
 * | 4000 | server | refused; the reason is the code of an error, a space and its sentence |
 * | 4001 | page | the caller is, or tries to be, on another connection |
 *
 * Any other end is a lost connection: the call waits for the caller, who opens another websocket.
 */
export const ROOM_SOCKET_REFUSED = 4_000;
export const ROOM_SOCKET_ABANDONED = 4_001;

/** How sound is written. `opus`: RFC 6716, a packet in a frame. `pcm_s16le`: 16 bits, the low byte first. */
export const ROOM_SOUNDS = ["opus", "pcm_s16le"] as const;
export type RoomSound = (typeof ROOM_SOUNDS)[number];

/** Hertz. */
export const ROOM_SOUND_RATE = 16_000;
export const ROOM_PACKET_MS = 20;

/**
 * Why sound takes this way. `udp-blocked`: WebRTC did not connect. `connection-lost`: it was interrupted, and found no other path.
 */
export const ROOM_SOCKET_REASONS = ["udp-blocked", "connection-lost"] as const;
export type RoomSocketReason = (typeof ROOM_SOCKET_REASONS)[number];

/** The address of a room's websocket. `roomUrl`: as in `webCallUrl`. */
export function roomSocketUrl(roomUrl: string, sound: RoomSound, reason: RoomSocketReason): string {
  const url = new URL(roomUrl);
  url.protocol = url.protocol === "http:" ? "ws:" : "wss:";
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/socket`;
  url.searchParams.set("sound", sound);
  url.searchParams.set("reason", reason);
  return url.href;
}

type TextChannelName = typeof APP_CHANNEL | typeof TELEMETRY_CHANNEL;

/** A text frame of `APP_CHANNEL` or `TELEMETRY_CHANNEL`. */
export const roomTextFrame = (channel: string, text: string): string => `${channel} ${text}`;

/** The channel and text of a text frame. Undefined for a frame of neither channel. */
export function readRoomTextFrame(frame: string): { channel: TextChannelName; text: string } | undefined {
  const channel = ([APP_CHANNEL, TELEMETRY_CHANNEL] as const).find((name) => frame.startsWith(`${name} `));
  return channel && { channel, text: frame.slice(channel.length + 1) };
}

const REASON_MAX_CHARACTERS = 120;

/** The reason of a close with `ROOM_SOCKET_REFUSED`. A websocket takes 123 bytes. */
export const roomRefusal = (code: string, message: string): string => `${code} ${message}`.slice(0, REASON_MAX_CHARACTERS);

/** The code and sentence of such a reason. */
export function readRoomRefusal(reason: string): { code: string; message: string } {
  const [, code = "server-refused", message = ""] = /^(\S+) (.*)$/.exec(reason) ?? [];
  return { code, message: message || "The server refused the connection." };
}
