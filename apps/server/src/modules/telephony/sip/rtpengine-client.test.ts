import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OWN_SIDE, RtpengineClient, RtpengineError } from "./rtpengine-client.ts";

interface Received {
  cookie: string;
  request: Record<string, unknown>;
}

/** The fields that rtpengine reads of a key. */
const PLAYED = ["call-id", "code", "command", "duration", "label", "pause", "volume"];
let socket: Socket;
let received: Received[];
/** What is answered to a request. Undefined: nothing. */
let answerTo: (received: Received) => string | undefined;
let client: RtpengineClient;

beforeEach(async () => {
  received = [];
  answerTo = ({ cookie }) => `${cookie} {"result":"ok"}`;
  socket = createSocket("udp4");
  socket.on("message", (data, { port }) => {
    const [, cookie = "", body = ""] = /^(\w+) (\{.*\})$/s.exec(data.toString()) ?? [];
    const one = { cookie, request: JSON.parse(body) as Record<string, unknown> };
    received.push(one);
    const answer = answerTo(one);
    if (answer !== undefined) socket.send(answer, port, "127.0.0.1");
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  client = new RtpengineClient(`127.0.0.1:${socket.address().port}`);
});
afterEach(() => {
  vi.useRealTimers();
  socket.close();
});

it("plays each key once and in order, with its length and level", async () => {
  await client.playKeys("call", OWN_SIDE, "1w#a");
  expect(received.map(({ request }) => request.code)).toEqual(["1", "#", "A"]);
  for (const { request } of received) {
    expect(Object.keys(request).sort()).toEqual(PLAYED);
    expect(request).toMatchObject({
      command: "play DTMF",
      "call-id": "call",
      label: OWN_SIDE,
      duration: 120,
      pause: 80,
      volume: 10,
    });
  }
  received = [];
  await client.playKeys("call", "tag-of-a-side", "5");
  expect(received.map(({ request }) => [request["from-tag"], request.label])).toEqual([["tag-of-a-side", undefined]]);
});

it("sends no key of a text that has something else", async () => {
  await expect(client.playKeys("call", OWN_SIDE, "12x")).rejects.toThrow('"x" is no key of a telephone');
  expect(received).toEqual([]);
});

it("repeats a request that is lost, with the same cookie", async () => {
  answerTo = ({ cookie }) => (received.length < 3 ? undefined : `${cookie} {"result":"pong"}`);
  await client.ping();
  expect(received).toHaveLength(3);
  expect(new Set(received.map(({ cookie }) => cookie)).size).toBe(1);
});

it("reads no answer to another request", async () => {
  answerTo = ({ cookie }) =>
    received.length === 1 ? 'another {"result":"error","error-reason":"no"}' : `${cookie} {"result":"pong"}`;
  await client.ping();
  expect(received).toHaveLength(2);
});

it("waits for the first sound of a call, which rtpengine needs", async () => {
  answerTo = ({ cookie }) =>
    received.length < 3
      ? `${cookie} {"result":"error","error-reason":"No SSRC context present for DTMF injection"}`
      : `${cookie} {"result":"ok"}`;
  await client.playKeys("call", OWN_SIDE, "1");
  expect(received.map(({ request }) => request.code)).toEqual(["1", "1", "1"]);
});

it("names what went wrong", async () => {
  answerTo = ({ cookie }) => `${cookie} {"result":"error","error-reason":"Unknown call-ID"}`;
  await expect(client.playKeys("call", OWN_SIDE, "1")).rejects.toThrow(new RtpengineError("rtpengine refuses: Unknown call-ID."));
  answerTo = ({ cookie }) => `${cookie} d6:result2:oke`;
  await expect(client.ping()).rejects.toThrow("not understood");
  answerTo = () => undefined;
  await expect(client.ping()).rejects.toThrow(`rtpengine does not answer at 127.0.0.1:${socket.address().port}.`);
});

it("stops between two keys", async () => {
  const stop = new AbortController();
  answerTo = ({ cookie }) => {
    if (received.length === 2) stop.abort(new Error("the call has ended"));
    return `${cookie} {"result":"ok"}`;
  };
  await expect(client.playKeys("call", OWN_SIDE, "12345", stop.signal)).rejects.toThrow();
  expect(received.map(({ request }) => request.code)).toEqual(["1", "2"]);
});
