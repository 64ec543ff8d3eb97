import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CallMicrophone } from "../call-microphone.ts";
import { FakeTime } from "../testing/fake-time.ts";
import { DirectRoom } from "./direct-room.ts";
import type { RoomEvents } from "./room-events.ts";

/** A direct room where WebRTC finds no path. A test plays the server at its websockets; sound is that of a real browser: tests/browser/websocket-call.test.ts. */

class Channel extends EventTarget {
  readonly readyState = "connecting";
  send(): void {}
  close(): void {}
}

/** A browser that knows at once that nothing passes. */
class LostPeer extends EventTarget {
  static closed = 0;
  readonly iceGatheringState = "complete";
  readonly iceConnectionState = "failed";
  readonly connectionState = "failed";
  readonly localDescription = { sdp: "a=candidate:1" };
  createDataChannel = () => new Channel();
  addTransceiver = () => ({ sender: { replaceTrack: async () => {} } });
  getReceivers = () => [];
  async setLocalDescription(): Promise<void> {}
  async setRemoteDescription(): Promise<void> {}
  close(): void {
    LostPeer.closed += 1;
  }
}

class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readonly readyState = FakeSocket.OPEN;
  bufferedAmount = 0;
  binaryType = "blob";
  readonly sent: unknown[] = [];
  closedWith: number | undefined;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.all.push(this);
  }
  send(data: unknown): void {
    this.sent.push(data);
  }
  close(code: number): void {
    this.closedWith = code;
  }
  /** The server sends. */
  receive(data: string | ArrayBuffer): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
  /** The server, or the network, ends it. */
  end(code: number, reason = ""): void {
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  }
}

class FakeNode {
  static made: FakeNode[] = [];
  readonly port = { postMessage: () => {}, onmessage: (_: { data: Float32Array }): void => undefined };
  readonly stream = { getTracks: () => [], getAudioTracks: () => [] };
  readonly name: unknown;
  constructor(_context: unknown, name: unknown) {
    this.name = name;
    FakeNode.made.push(this);
  }
  connect(): void {}
  disconnect(): void {}
}

class FakeContext extends EventTarget {
  readonly state = "running";
  readonly destination = {};
  readonly audioWorklet = { addModule: async () => {} };
  createMediaStreamSource = () => new FakeNode(this, "source");
  async close(): Promise<void> {}
}

class FakeAudio extends EventTarget {
  srcObject: unknown = null;
  async play(): Promise<void> {}
  pause(): void {}
}

beforeEach(() => {
  LostPeer.closed = 0;
  FakeSocket.all = [];
  FakeNode.made = [];
  const globals = { RTCPeerConnection: LostPeer, WebSocket: FakeSocket, AudioContext: FakeContext, Audio: FakeAudio };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  for (const name of ["AnalyserNode", "AudioWorkletNode", "MediaStreamAudioDestinationNode"]) vi.stubGlobal(name, FakeNode);
  vi.stubGlobal("fetch", async () => new Response("answer"));
  // What the connection keeper listens to.
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("navigator", {});
});
afterEach(() => vi.unstubAllGlobals());

function setUp() {
  const told: unknown[] = [];
  const time = new FakeTime();
  const events: Partial<RoomEvents> = {
    onAppMessage: (data) => told.push(data),
    onConnection: ({ type, event }) => told.push(`${type} ${event}`),
    onGone: (reason) => told.push(`gone: ${reason}`),
  };
  const room = new DirectRoom({
    call: { webCallUrl: "https://calls.test/call/call-1/room?secret=s" },
    isRejoin: false,
    microphone: new CallMicrophone(
      () => Promise.reject(new Error("not opened here")),
      () => undefined,
    ),
    video: { sends: false, receives: false },
    config: {},
    callObject: {},
    clock: { nowMs: () => time.nowMs, schedule: time.schedule },
    events: new Proxy(events, { get: (given, name) => Reflect.get(given, name) ?? (() => undefined) }) as RoomEvents,
  });
  return { room, told, time, joining: room.join(new AbortController().signal) };
}

/** The websocket that is opened as the nth. */
async function socketOf(count: number): Promise<FakeSocket> {
  await expect.poll(() => FakeSocket.all).toHaveLength(count);
  const socket = FakeSocket.all.at(-1);
  if (!socket) throw new Error("no websocket was opened");
  return socket;
}

it("goes over the room's websocket: texts of both channels, sound, and a hang-up", async () => {
  const { room, told, joining } = setUp();
  const socket = await socketOf(1);
  expect(socket.url).toBe("wss://calls.test/call/call-1/room/socket?secret=s&sound=pcm_s16le&reason=udp-blocked");
  expect(room.send("too early")).toBe(false);
  expect(LostPeer.closed).toBe(0);
  socket.receive("app listening");
  await joining;
  expect(LostPeer.closed).toBe(1);
  await expect.poll(() => told).toEqual(["listening", "websocket connected"]);
  expect(room.send('{"type":"say"}')).toBe(true);
  const capture = FakeNode.made.find(({ name }) => name === "callwright-capture");
  capture?.port.onmessage({ data: new Float32Array(320).fill(0.5) });
  const texts = socket.sent.filter((frame) => typeof frame === "string");
  expect(texts.some((text) => text.startsWith('telemetry {"type":"ping"'))).toBe(true);
  expect(texts).toContain('app {"type":"say"}');
  const [packet] = socket.sent.filter((frame) => frame instanceof ArrayBuffer);
  expect(new Int16Array(packet ?? new ArrayBuffer())).toEqual(new Int16Array(320).fill(16_383));
  await room.leave();
  expect(socket.closedWith).toBe(1000);
});

it("sends no sound that would wait for more than a second", async () => {
  const { room, joining } = setUp();
  const socket = await socketOf(1);
  socket.receive("app listening");
  await joining;
  const capture = FakeNode.made.find(({ name }) => name === "callwright-capture");
  const sounds = () => socket.sent.filter((frame) => frame instanceof ArrayBuffer).length;
  for (const bufferedAmount of [0, 49 * 640, 51 * 640, 0]) {
    socket.bufferedAmount = bufferedAmount;
    capture?.port.onmessage({ data: new Float32Array(320) });
  }
  expect(sounds()).toBe(3);
  await room.leave();
});

it.each([
  ["refused by the server", 4_000, "call-not-joinable This call has ended.", "call-not-joinable", /^This call has ended/],
  ["swallowed by the network", 1_006, "", "room-unreachable", /neither WebRTC \(UDP\) nor a websocket .* calls\.test/],
])("fails with the reason when the websocket is %s", async (_, code, reason, failure, sentence) => {
  const { room, joining } = setUp();
  (await socketOf(1)).end(code, reason);
  await expect(joining).rejects.toMatchObject({ code: failure, message: expect.stringMatching(sentence) });
  await room.leave();
});

it("opens another websocket when one breaks, and ends with the call", async () => {
  const { room, told, time, joining } = setUp();
  const first = await socketOf(1);
  first.receive("app listening");
  await joining;
  await expect.poll(() => told).toContain("websocket connected");
  first.receive(new ArrayBuffer(640));
  time.advance(500);
  first.end(1_006);
  expect(told).toContain("websocket interrupted");
  time.advance(500);
  const second = await socketOf(2);
  expect(second.url).toContain("reason=connection-lost");
  second.receive('telemetry {"type":"taken-over"}');
  second.receive(new ArrayBuffer(640));
  await expect.poll(() => first.closedWith).toBe(4_001);
  second.receive(new ArrayBuffer(640));
  time.advance(500);
  expect(told.filter((each) => each === "websocket connected")).toHaveLength(2);
  second.end(1_000);
  expect(told.at(-1)).toBe("gone: closed");
  await room.leave();
});
