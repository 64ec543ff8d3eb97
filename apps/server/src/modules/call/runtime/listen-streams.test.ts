import { once } from "node:events";
import type { Call } from "@callwright/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type CallServer, startCallServer } from "./testing/call-server.ts";

let calls: CallServer;
beforeAll(async () => {
  calls = await startCallServer();
});
afterAll(() => calls.server.close());

async function joinedCall(
  body: object = { assistant: { name: "Riley" } },
): Promise<{ id: string; listenUrl: string | undefined }> {
  const { id } = await calls.createCall(body);
  calls.pool.join(id);
  const { monitor } = (await calls.client.json<Call>("GET", `/call/${id}`)).body;
  return { id, listenUrl: monitor?.listenUrl };
}

/** Received messages; binary ones as base64. */
async function listen(url = "") {
  const socket = new WebSocket(url);
  const messages: string[] = [];
  socket.on("message", (data: Buffer, isBinary) => messages.push(data.toString(isBinary ? "base64" : "utf8")));
  const closed = once(socket, "close").then(([code]) => code as number);
  await once(socket, "open");
  return { socket, messages, closed };
}

/** The status with which a websocket is refused. */
async function refusalOf(url: string): Promise<number> {
  const socket = new WebSocket(url);
  const [, { statusCode }] = (await once(socket, "unexpected-response")) as [unknown, { statusCode: number }];
  socket.on("error", () => {});
  socket.terminate();
  return statusCode;
}

test("everybody who listens gets the sound, the call host is asked once, and the end of the call ends the streams", async () => {
  const { id, listenUrl } = await joinedCall();
  const [first, second] = [await listen(listenUrl), await listen(listenUrl)];
  await expect.poll(() => calls.pool.overhearers.has(id)).toBe(true);
  await expect.poll(() => [first, second].map(({ messages }) => messages.length)).toEqual([1, 1]);
  expect(JSON.parse(first.messages[0] ?? "")).toMatchObject({ type: "format", encoding: "pcm_s16le", sampleRate: 16_000 });
  const piece = Buffer.alloc(6_400, 1).toString("base64");
  calls.pool.overhearers.get(id)?.(piece);
  await expect.poll(() => [first, second].map(({ messages }) => messages[1])).toEqual([piece, piece]);
  first.socket.close();
  await first.closed;
  expect(calls.pool.overhearers.has(id)).toBe(true);
  calls.pool.hangUp(id);
  expect(await second.closed).toBe(1000);
});

test("the call host stops sending sound when nobody listens any more", async () => {
  const { id, listenUrl } = await joinedCall();
  const { socket } = await listen(listenUrl);
  await expect.poll(() => calls.pool.overhearers.has(id)).toBe(true);
  socket.close();
  await expect.poll(() => calls.pool.overhearers.has(id)).toBe(false);
});

test("only the signed address of the same call opens it, ten times at once", async () => {
  const [own, other] = [await joinedCall(), await joinedCall()];
  const { listenUrl = "" } = own;
  expect(await refusalOf(listenUrl.replace(own.id, other.id))).toBe(403);
  expect(await refusalOf(listenUrl.split("?")[0] ?? "")).toBe(403);
  expect(await refusalOf(`${listenUrl}x`)).toBe(403);
  const all = await Promise.all(Array.from({ length: 10 }, () => listen(listenUrl)));
  expect(await refusalOf(listenUrl)).toBe(429);
  // A message that is too large ends its own connection only.
  all[0]?.socket.send("x".repeat(10_000));
  expect(await all[0]?.closed).toBe(1009);
  const { closed } = await listen(listenUrl);
  calls.pool.hangUp(own.id);
  expect(await closed).toBe(1000);
  const late = await listen(listenUrl);
  expect(await late.closed).toBe(1000);
});

test("an assistant can forbid it", async () => {
  const { listenUrl } = await joinedCall({ assistant: { name: "Riley", monitorPlan: { listenEnabled: false } } });
  expect(listenUrl).toBeUndefined();
});
