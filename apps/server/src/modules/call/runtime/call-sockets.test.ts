import { once } from "node:events";
import { get } from "node:http";
import type { Call } from "@callwright/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { processStalls } from "../../telephony/carrier/stall-clock.ts";
import { type CallServer, startCallServer } from "./testing/call-server.ts";
import { fakeOffer } from "./testing/fake-call-host-pool.ts";

let setup: CallServer;
beforeAll(async () => {
  setup = await startCallServer();
});
afterAll(() => setup.server.close());

async function createCall(audioFormat?: object): Promise<{ id: string; url: string }> {
  const transport = { provider: "vapi.websocket", ...(audioFormat && { audioFormat }) };
  const body = { assistant: { name: "Riley" }, name: "A program", transport };
  const answer = await setup.client.json<Call>("POST", "/call", body);
  const format = audioFormat ?? { format: "pcm_s16le", container: "raw", sampleRate: 16_000 };
  expect(answer, JSON.stringify(answer.body)).toMatchObject({
    status: 201,
    body: { type: "vapi.websocketCall", status: "queued", name: "A program", transport: { ...transport, audioFormat: format } },
  });
  return { id: answer.body.id, url: answer.body.transport?.websocketCallUrl ?? "" };
}

async function open(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await once(socket, "open");
  return socket;
}

/** The status with which a handshake is refused. */
async function refusal(url: string): Promise<number | undefined> {
  const socket = new WebSocket(url);
  socket.on("error", () => {});
  const [, response] = (await once(socket, "unexpected-response")) as [unknown, { statusCode?: number }];
  return response.statusCode;
}

async function until(id: string, expected: object): Promise<void> {
  await expect.poll(async () => (await setup.client.json<Call>("GET", `/call/${id}`)).body).toMatchObject(expected);
}

test("the address opens one websocket, and nothing else does", async () => {
  const { id, url } = await createCall();
  expect(url).toContain(`/call/${id}/transport?secret=`);
  expect(await refusal(url.replace(/secret=.*/, "secret=guessed"))).toBe(403);
  expect(await refusal(url.replace(id, "00000000-0000-4000-8000-000000000000"))).toBe(403);
  const room = url.replace(/^ws/, "http").replace("/transport?", "/room?");
  const headers = { "content-type": "application/sdp" };
  expect((await fetch(room, { method: "POST", headers, body: fakeOffer() })).status).toBe(404);
  expect((await setup.client.json<Call>("GET", `/call/${id}`)).body.transport?.websocketCallUrl).toBeUndefined();

  const socket = await open(url);
  await until(id, { status: "in-progress" });
  expect(await refusal(url)).toBe(403);
  socket.send(JSON.stringify({ type: "hangup" }));
  const [code] = await once(socket, "close");
  expect(code).toBe(1000);
  await until(id, { status: "ended", endedReason: "customer-ended-call" });
  expect(await refusal(url)).toBe(403);
  const ended = await createCall();
  await setup.client.json("POST", `/call/${ended.id}/end`);
  expect(await refusal(ended.url)).toBe(403);
});

test("sound and messages go both ways in the format of the call, and the end of the call closes the websocket", async () => {
  const { id, url } = await createCall({ format: "mulaw", container: "raw", sampleRate: 8_000 });
  const socket = await open(url);
  const frames: (string | Buffer)[] = [];
  socket.on("message", (data: Buffer, isBinary: boolean) => frames.push(isBinary ? data : data.toString()));
  const host = setup.pool.sockets.get(id);
  expect(host?.caller).toEqual({ format: { encoding: "mulaw", sampleRate: 8_000 } });
  socket.send(Buffer.from([1, 2, 3]));
  socket.send(JSON.stringify({ type: "say", content: "Hello." }));
  await expect
    .poll(() => host?.inputs)
    .toEqual([
      { sound: Buffer.from([1, 2, 3]).toString("base64") },
      { text: JSON.stringify({ type: "say", content: "Hello." }) },
    ]);
  host?.listener.onSound(Buffer.from([7, 8]).toString("base64"));
  host?.listener.onText(JSON.stringify({ type: "status-update", status: "ended" }), "app");
  const closed = once(socket, "close");
  setup.pool.end(id, "assistant-ended-call");
  expect((await closed)[0]).toBe(1000);
  expect(frames).toEqual([Buffer.from([7, 8]), '{"type":"status-update","status":"ended"}']);
  await until(id, { status: "ended", endedReason: "assistant-ended-call" });
});

test.each<[string, (socket: WebSocket) => void, object]>([
  [
    "half a sample",
    (socket) => socket.send(Buffer.alloc(3)),
    { endedReason: "pipeline-error", endedMessage: expect.stringContaining("half a sample") },
  ],
  [
    "a binary frame without sound",
    (socket) => socket.send(Buffer.alloc(0)),
    { endedReason: "pipeline-error", endedMessage: expect.stringContaining("without sound") },
  ],
  ["a frame that is too large", (socket) => socket.send(Buffer.alloc(200_000)), { endedReason: "pipeline-error" }],
  [
    "sound faster than time",
    (socket) => {
      for (let second = 0; second < 75; second++) socket.send(Buffer.alloc(32_000));
    },
    { endedReason: "pipeline-error", endedMessage: expect.stringContaining("faster") },
  ],
  [
    "a lost connection",
    (socket) => socket.terminate(),
    { endedReason: "customer-ended-call", endedMessage: "The connection to the caller was lost." },
  ],
  ["a close", (socket) => socket.close(), { endedReason: "customer-ended-call" }],
])("%s ends the call alone", async (_, act, expected) => {
  const [good, bad] = [await createCall(), await createCall()];
  const [other, socket] = [await open(good.url), await open(bad.url)];
  socket.on("error", () => {});
  for (const text of ["not JSON", "[1", "null", '{"type":7}']) socket.send(text);
  await expect.poll(() => setup.pool.sockets.get(bad.id)?.inputs.length).toBe(4);
  act(socket);
  await until(bad.id, { status: "ended", ...expected });
  await until(good.id, { status: "in-progress" });
  other.send(Buffer.alloc(2));
  await expect.poll(() => setup.pool.sockets.get(good.id)?.inputs.length).toBe(1);
  other.close();
});

/** Sends 30 s of sound at once, a minute after the call began. Returns how many seconds of it the call received. */
async function heardAfterStall(stallMs: number): Promise<number> {
  const { id, url } = await createCall();
  const socket = await open(url);
  const [laterMs, stalledMs] = [performance.now() + 60_000, processStalls.stalledMs + stallMs];
  const clock = vi.spyOn(performance, "now").mockReturnValue(laterMs);
  const stalls = vi.spyOn(processStalls, "stalledMs", "get").mockReturnValue(stalledMs);
  for (let second = 0; second < 30; second++) socket.send(Buffer.alloc(32_000));
  socket.send("over");
  const inputs = () => setup.pool.sockets.get(id)?.inputs ?? [];
  await expect.poll(() => inputs().at(-1)).toEqual({ text: "over" });
  clock.mockRestore();
  stalls.mockRestore();
  await until(id, { status: "in-progress" });
  socket.close();
  return inputs().length - 1;
}

test("sound that is more than ten seconds ahead is dropped, and the call goes on", async () => {
  expect(await heardAfterStall(0)).toBe(10);
});

test("sound that comes late because the server stood still is heard", async () => {
  expect(await heardAfterStall(25_000)).toBe(30);
});

test.each<[string, () => (Buffer | string)[]]>([
  ["faster", () => Array.from({ length: 75 }, () => Buffer.alloc(32_000))],
  ["frames a second", () => Array.from({ length: 2_500 }, () => Buffer.alloc(2))],
  ["text a second", () => Array.from({ length: 20 }, () => " ".repeat(100_000))],
])("a flood after a silence ends the call (%s)", async (problem, flood) => {
  const { id, url } = await createCall();
  const socket = await open(url);
  const host = setup.pool.sockets.get(id);
  const laterMs = performance.now() + 60_000;
  const clock = vi.spyOn(performance, "now").mockReturnValue(laterMs);
  socket.send(Buffer.alloc(32_000));
  await expect.poll(() => host?.inputs.length).toBe(1);
  for (const frame of flood()) socket.send(frame);
  await once(socket, "close");
  clock.mockRestore();
  await until(id, { endedReason: "pipeline-error", endedMessage: expect.stringContaining(problem) });
});

test("a handshake that fails leaves the call to the next one", async () => {
  const { url } = await createCall();
  const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": "short" };
  const [response] = await once(get(url.replace(/^ws/, "http"), { headers }), "response");
  expect(response.statusCode).toBe(400);
  response.resume();
  (await open(url)).close();
});

test("a server that stops ends its calls before their websockets", { tags: "long" }, async () => {
  const stopping = await startCallServer();
  const transport = { provider: "vapi.websocket" };
  const { body } = await stopping.client.json<Call>("POST", "/call", { assistant: {}, transport });
  const program = await open(body.transport?.websocketCallUrl ?? "");
  const listener = await open((await stopping.client.json<Call>("GET", `/call/${body.id}`)).body.monitor?.listenUrl ?? "");
  const closed = [program, listener].map((socket) => once(socket, "close").then(([code]) => code));
  await stopping.server.close();
  expect(await Promise.all(closed)).toEqual([1000, 1000]);
});

test("a program that does not come within a minute finds no call any more", { tags: "long" }, async () => {
  const { id } = await createCall();
  const headers = { authorization: `Bearer ${setup.client.orgToken}` };
  setup.advance(61_000);
  await expect
    .poll(async () => (await (await fetch(`${setup.server.url}/call/${id}`, { headers })).json()) as Call, { timeout: 20_000 })
    .toMatchObject({ status: "ended", endedReason: "customer-did-not-answer" });
});
