import { once } from "node:events";
import type { Call } from "@callwright/contract";
import { ROOM_SOCKET_REFUSED, readRoomRefusal, roomSocketUrl, roomTextFrame } from "@callwright/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { type CallServer, startCallServer } from "./testing/call-server.ts";

let setup: CallServer;
beforeAll(async () => {
  setup = await startCallServer();
});
afterAll(() => setup.server.close());

async function createCall(): Promise<{ id: string; roomUrl: string }> {
  const { id, webCallUrl = "" } = await setup.createCall();
  return { id, roomUrl: webCallUrl };
}

const open = async (url: string): Promise<WebSocket> => {
  const socket = new WebSocket(url);
  await once(socket, "open");
  return socket;
};

const opusOf = (roomUrl: string) => roomSocketUrl(roomUrl, "opus", "udp-blocked");

/** The status with which a handshake is refused. */
async function refusal(url: string): Promise<number | undefined> {
  const socket = new WebSocket(url);
  socket.on("error", () => {});
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, { statusCode?: number }];
  return response.statusCode;
}

/** The code with which a websocket is closed that was refused after its handshake. */
async function refusalCode(url: string): Promise<string> {
  const [code, reason] = (await once(new WebSocket(url), "close")) as [number, Buffer];
  expect(code).toBe(ROOM_SOCKET_REFUSED);
  return readRoomRefusal(reason.toString()).code;
}

async function until(id: string, expected: object): Promise<void> {
  await expect.poll(async () => (await setup.client.json<Call>("GET", `/call/${id}`)).body).toMatchObject(expected);
}

/** A packet of Opus of 20 ms: silence. */
const PACKET = Buffer.from([0xf8, 0xff, 0xfe]);

test("the room's secret opens the room's websocket, for this call alone", async () => {
  const [mine, other] = [await createCall(), await createCall()];
  expect(await refusal(opusOf(mine.roomUrl).replace(/secret=[^&]*/, "secret=guessed"))).toBe(403);
  expect(await refusal(opusOf(mine.roomUrl.replace(mine.id, other.id)))).toBe(403);
  expect(await refusal(opusOf(mine.roomUrl).replace("sound=opus", "sound=mp3"))).toBe(400);
  expect(await refusal(opusOf(mine.roomUrl).replace("reason=udp-blocked", "reason=why"))).toBe(400);
  const socket = await open(opusOf(mine.roomUrl));
  expect(setup.pool.sockets.get(mine.id)?.caller).toEqual({
    format: { encoding: "opus", sampleRate: 16_000 },
    page: { reason: "udp-blocked" },
  });
  await until(mine.id, { status: "in-progress" });
  await until(other.id, { status: "queued" });
  socket.close(1000);
});

test("a visitor's page opens the websocket of the call that it has started", async () => {
  const token = (await setup.client.json<{ value: string }>("POST", "/token", { tag: "public", name: "Site" })).body.value;
  const assistant = (await setup.client.json<{ id: string }>("POST", "/assistant", { name: "Riley" })).body.id;
  const created = await fetch(`${setup.server.url}/call/web`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ assistantId: assistant }),
  });
  const { id, webCallUrl = "" } = (await created.json()) as Call;
  (await open(opusOf(webCallUrl))).close(1000);
  await until(id, { status: "in-progress" });
});

test("sound and the texts of both channels go both ways", async () => {
  const { id, roomUrl } = await createCall();
  const socket = await open(opusOf(roomUrl));
  const frames: (string | Buffer)[] = [];
  socket.on("message", (data: Buffer, isBinary: boolean) => frames.push(isBinary ? data : data.toString()));
  const host = setup.pool.sockets.get(id);
  socket.send(PACKET);
  socket.send(roomTextFrame("app", '{"type":"say","content":"Hello."}'));
  socket.send(roomTextFrame("telemetry", '{"type":"ping","clientMs":1}'));
  socket.send("of no channel");
  await expect
    .poll(() => host?.inputs)
    .toEqual([
      { sound: PACKET.toString("base64") },
      { text: '{"type":"say","content":"Hello."}', channel: "app" },
      { text: '{"type":"ping","clientMs":1}', channel: "telemetry" },
      { text: "of no channel" },
    ]);
  host?.listener.onSound(PACKET.toString("base64"));
  host?.listener.onText("listening", "app");
  const closed = once(socket, "close");
  setup.pool.end(id, "assistant-ended-call");
  expect((await closed)[0]).toBe(1000);
  expect(frames).toEqual([PACKET, "app listening"]);
  // The end is stored after the page has been disconnected.
  await expect.poll(() => refusalCode(opusOf(roomUrl))).toBe("call-not-joinable");
});

test.each<[string, (socket: WebSocket) => void, string]>([
  ["hangs up", (socket) => socket.close(1000), "hung-up"],
  ["closes its window", (socket) => socket.close(), "hung-up"],
  ["is on another connection", (socket) => socket.close(4_001), "lost"],
  ["loses its network", (socket) => socket.terminate(), "lost"],
])("the host is told that a page %s, and the call is its to end", async (_, leave, gone) => {
  const { id, roomUrl } = await createCall();
  const socket = await open(opusOf(roomUrl));
  leave(socket);
  await expect.poll(() => setup.pool.sockets.get(id)?.inputs).toEqual([{ gone }]);
  await until(id, { status: "in-progress" });
});

test("another websocket takes the call over, and the one before is closed when the host says so", async () => {
  const { id, roomUrl } = await createCall();
  const first = await open(opusOf(roomUrl));
  const before = setup.pool.sockets.get(id);
  const second = await open(roomSocketUrl(roomUrl, "pcm_s16le", "connection-lost"));
  expect(setup.pool.sockets.get(id)?.caller).toMatchObject({ page: { reason: "connection-lost" } });
  const closed = once(first, "close");
  before?.listener.onClosed();
  expect((await closed)[0]).toBe(1000);
  await until(id, { status: "in-progress" });
  second.close(1000);
});

test.each<[string, Buffer, string]>([
  ["an empty frame", Buffer.alloc(0), "without sound"],
  ["no packet of Opus", Buffer.from([0xfb, 0]), "no packet of Opus"],
  ["a packet of 120 ms", Buffer.from([0xfb, 6]), "more than 60 ms"],
])("%s ends the call alone", async (_, frame, problem) => {
  const [good, bad] = [await createCall(), await createCall()];
  const [other, socket] = [await open(opusOf(good.roomUrl)), await open(opusOf(bad.roomUrl))];
  socket.send(frame);
  await once(socket, "close");
  await until(bad.id, { status: "ended", endedReason: "pipeline-error", endedMessage: expect.stringContaining(problem) });
  await until(good.id, { status: "in-progress" });
  other.close(1000);
});

test("a page that answers no ping for two seconds gets no more sound until it does", async () => {
  const { id, roomUrl } = await createCall();
  const socket = new WebSocket(opusOf(roomUrl), { autoPong: false });
  await once(socket, "open");
  const frames: number[] = [];
  socket.on("message", (data: Buffer) => frames.push(data[0] ?? 0));
  const [ping] = (await once(socket, "ping")) as [Buffer];
  const listener = setup.pool.sockets.get(id)?.listener;
  const nowMs = performance.now();
  const clock = vi.spyOn(performance, "now");
  const sendAt = (atMs: number, first: number) => {
    clock.mockReturnValue(nowMs + atMs);
    listener?.onSound(Buffer.from([first]).toString("base64"));
  };
  sendAt(500, 1);
  sendAt(2_500, 2);
  clock.mockReturnValue(nowMs + 2_600);
  const heard = setup.pool.sockets.get(id)?.inputs ?? [];
  socket.pong(ping);
  // It is read after the answer.
  socket.send(roomTextFrame("app", "read"));
  await expect.poll(() => heard).toHaveLength(1);
  sendAt(2_700, 3);
  listener?.onText("end", "app");
  await expect.poll(() => frames.length).toBeGreaterThanOrEqual(3);
  clock.mockRestore();
  expect(frames).toEqual([1, 3, "app".charCodeAt(0)]);
  socket.close(1000);
});

test("a page that says nothing for eight seconds has lost its connection", async () => {
  const { id, roomUrl } = await createCall();
  const socket = new WebSocket(opusOf(roomUrl), { autoPong: false });
  await once(socket, "open");
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 8_100);
  const [code] = await once(socket, "close");
  clock.mockRestore();
  expect(code).toBe(1006);
  await expect.poll(() => setup.pool.sockets.get(id)?.inputs).toEqual([{ gone: "lost" }]);
});
