import { expect, test } from "vitest";
import { readRoomRefusal, readRoomTextFrame, roomRefusal, roomSocketUrl, roomTextFrame } from "./room-socket.ts";

test("the address of the websocket is the room's, with its secret and its scheme", () => {
  expect(roomSocketUrl("https://voice.test/call/c1/room?secret=s", "opus", "udp-blocked")).toBe(
    "wss://voice.test/call/c1/room/socket?secret=s&sound=opus&reason=udp-blocked",
  );
  expect(roomSocketUrl("http://127.0.0.1:3000/call/c1/room/?secret=s", "pcm_s16le", "connection-lost")).toBe(
    "ws://127.0.0.1:3000/call/c1/room/socket?secret=s&sound=pcm_s16le&reason=connection-lost",
  );
});

test("a text frame has a channel and its text, with all their spaces", () => {
  expect(readRoomTextFrame(roomTextFrame("app", '{"type": "say"}'))).toEqual({ channel: "app", text: '{"type": "say"}' });
  expect(readRoomTextFrame(roomTextFrame("telemetry", ""))).toEqual({ channel: "telemetry", text: "" });
  for (const frame of ["", "app", "video x", '{"type":"say"}']) expect(readRoomTextFrame(frame)).toBeUndefined();
});

test("a refusal fits into the reason of a close, and is read again", () => {
  const reason = roomRefusal("call-not-joinable", "This call has ended. ".repeat(20));
  expect(Buffer.byteLength(reason)).toBeLessThan(124);
  expect(readRoomRefusal(roomRefusal("rate-limited", "Try again in 6 s."))).toEqual({
    code: "rate-limited",
    message: "Try again in 6 s.",
  });
  expect(readRoomRefusal("")).toEqual({ code: "server-refused", message: "The server refused the connection." });
});
