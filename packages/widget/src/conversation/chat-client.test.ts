import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type ChatProgress, chat } from "./chat-client.ts";

/** The chat as a server may answer it, over real HTTP. */

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serverThat(answers: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  server = createServer(answers);
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function progressOf(apiUrl: string): Promise<ChatProgress[]> {
  const none = { assistant: undefined, squadId: undefined, workflowId: undefined, assistantOverrides: undefined };
  const target = { apiUrl, publicKey: "key", assistantId: "id", ...none };
  const turn = chat({ target, sessionId: undefined, input: "Hello?", signal: new AbortController().signal, fetch });
  const progress: ChatProgress[] = [];
  for await (const step of turn) progress.push(step);
  return progress;
}

const stream = (response: ServerResponse) => response.writeHead(201, { "content-type": "text/event-stream" });
const line = (event: unknown) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`;
const delta = (text: string) => line({ id: "c", sessionId: "s", path: "chat.output[0].content", delta: text });

test("an answer cut anywhere into pieces, in letters of several bytes too, is the same answer", async () => {
  const bytes = Buffer.from(`${delta("Grüße, ")}${delta("das Café öffnet.")}${line("[DONE]")}`);
  const url = await serverThat((_request, response) => {
    stream(response);
    for (const byte of bytes) response.write(Buffer.from([byte]));
    response.end();
  });
  expect(await progressOf(url)).toEqual([
    { type: "session", sessionId: "s" },
    { type: "delta", text: "Grüße, " },
    { type: "delta", text: "das Café öffnet." },
  ]);
});

test("words of other outputs are not the answer, and the end of the session is told", async () => {
  const url = await serverThat((_request, response) => {
    stream(response);
    response.write(line({ id: "c", sessionId: "s", path: "chat.output[1].content", delta: "hidden" }));
    response.write(delta("Goodbye."));
    response.end(line({ id: "c", sessionId: "s", sessionStatus: "completed" }) + line("[DONE]"));
  });
  expect(await progressOf(url)).toEqual([
    { type: "session", sessionId: "s" },
    { type: "delta", text: "Goodbye." },
    { type: "session-completed" },
  ]);
});

test.each([
  [
    "a refusal",
    429,
    { message: "Try again in 3 s.", code: "chats-at-capacity" },
    { code: "chats-at-capacity", message: "Try again in 3 s." },
  ],
  [
    "problems of the request",
    400,
    { message: ["input must not be empty"] },
    { code: "server-refused", message: "input must not be empty" },
  ],
  ["a proxy's page", 502, undefined, { code: "server-refused", message: "The server responded with 502." }],
])("%s is a failure with a code and a sentence", async (_name, status, body, failure) => {
  const url = await serverThat((_request, response) => response.writeHead(status).end(body ? JSON.stringify(body) : "<html>"));
  await expect(progressOf(url)).rejects.toMatchObject(failure);
});

test("an answer without an end has broken off", async () => {
  const url = await serverThat((_request, response) => {
    stream(response);
    response.write(delta("Half of"), () => response.destroy());
  });
  await expect(progressOf(url)).rejects.toMatchObject({ code: "connection-lost" });
});

test("a failure in the middle of an answer is told", async () => {
  const url = await serverThat((_request, response) => {
    stream(response);
    response.write(delta("Half of"));
    response.end(line({ id: "c", sessionId: "s", error: { message: "The model failed.", code: "internal" } }));
  });
  await expect(progressOf(url)).rejects.toMatchObject({ code: "internal", message: "The model failed." });
});

test("a server that is not there is not reached", async () => {
  await expect(progressOf("http://127.0.0.1:9")).rejects.toMatchObject({ code: "server-unreachable" });
});
