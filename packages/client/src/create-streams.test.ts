import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createStreams, ServerUnreachableError } from "./index.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

type Answering = (request: IncomingMessage, response: ServerResponse, body: unknown) => void;

/** A real HTTP server with the test's answers. */
async function listen(answer: Answering) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => answer(request, response, JSON.parse(Buffer.concat(chunks).toString())));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const IDS = { id: "c", sessionId: "s" };
const delta = (text: string) => ({ ...IDS, path: "chat.output[0].content", delta: text });
const EVENT_STREAM = { "content-type": "text/event-stream; charset=utf-8" };

async function all<T>(events: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}

test("events come as they were sent, however they were cut on the way, and [DONE] is not one", async () => {
  let sent: unknown;
  const baseUrl = await listen((_, response, body) => {
    sent = body;
    const text = `data: ${JSON.stringify(delta("Grüß "))}\n\ndata: ${JSON.stringify(delta("Gott"))}\n\ndata: [DONE]\n\n`;
    response.writeHead(201, EVENT_STREAM);
    const bytes = Buffer.from(text);
    const middle = text.indexOf("ß") + 2;
    response.write(bytes.subarray(0, middle), () => response.end(bytes.subarray(middle)));
  });
  const events = await all(createStreams({ baseUrl, token: () => "t" }).chats.createWeb({ body: { input: "hi" } }));
  expect(events).toEqual([delta("Grüß "), delta("Gott")]);
  expect(sent).toEqual({ input: "hi", stream: true });
});

test("a refused token is replaced once", async () => {
  const bearers: (string | undefined)[] = [];
  const baseUrl = await listen((request, response) => {
    bearers.push(request.headers.authorization);
    if (bearers.length === 1) response.writeHead(401).end('{"message":"expired"}');
    else response.writeHead(201, EVENT_STREAM).end("data: [DONE]\n\n");
  });
  const token = ({ rejected }: { rejected: string | undefined }) => (rejected === undefined ? "old" : "fresh");
  expect(await all(createStreams({ baseUrl, token }).chats.createWeb({ body: { input: "hi" } }))).toEqual([]);
  expect(bearers).toEqual(["Bearer old", "Bearer fresh"]);
});

test("a refusal is an ApiError, and so is an answer that is no stream", async () => {
  const baseUrl = await listen((_, response, body) => {
    const { input } = body as { input: string };
    if (input === "refused") response.writeHead(404).end('{"message":"Session not found.","code":"not-found"}');
    else response.writeHead(200).end("{}");
  });
  const { createWebChat } = createStreams({ baseUrl, token: () => "t" });
  await expect(all(createWebChat({ body: { input: "refused" } }))).rejects.toMatchObject({ status: 404, code: "not-found" });
  await expect(all(createWebChat({ body: { input: "hi" } }))).rejects.toThrow("did not return a stream");
});

test("a stream that breaks off is a ServerUnreachableError", async () => {
  const baseUrl = await listen((_, response) => {
    response.writeHead(201, EVENT_STREAM);
    response.write(`data: ${JSON.stringify(delta("Hel"))}\n\n`, () => response.destroy());
  });
  const events = createStreams({ baseUrl, token: () => "t" }).chats.createWeb({ body: { input: "hi" } });
  await expect(all(events)).rejects.toBeInstanceOf(ServerUnreachableError);
});

test("who leaves the loop, or aborts, ends the request", async () => {
  let gone = 0;
  const baseUrl = await listen((_, response) => {
    response.on("close", () => {
      gone += 1;
    });
    response.writeHead(201, EVENT_STREAM).write(`data: ${JSON.stringify(delta("Hel"))}\n\n`);
  });
  const { createWebChat } = createStreams({ baseUrl, token: () => "t" });
  for await (const event of createWebChat({ body: { input: "hi" } })) {
    expect(event).toEqual(delta("Hel"));
    break;
  }
  await expect.poll(() => gone).toBe(1);
  const leaving = new AbortController();
  const events = createWebChat({ body: { input: "hi" }, signal: leaving.signal });
  const loop = async () => {
    for await (const _ of events) leaving.abort();
  };
  await expect(loop()).rejects.toMatchObject({ name: "AbortError" });
  await expect.poll(() => gone).toBe(2);
});
