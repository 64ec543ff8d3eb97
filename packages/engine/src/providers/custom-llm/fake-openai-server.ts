import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the fake server does with the next request; once it has been told nothing more, it repeats the last. */
export type FakeReply =
  /** Streams the words as deltas, then the usage, then `[DONE]`. */
  | { kind: "words"; words: readonly string[] }
  /** Streams the words and breaks the connection. */
  | { kind: "break-after"; words: readonly string[] }
  /** Streams the words and says nothing more, until the client goes. */
  | { kind: "hang-after"; words: readonly string[] }
  | { kind: "error"; status: number; message: string }
  /** Answers 200 with something that is no stream of events. */
  | { kind: "nonsense" };

export interface FakeOpenAiServer {
  /** Base URL, with `/v1`. */
  readonly url: string;
  /** Bodies of the chat requests so far, with their headers. */
  readonly requests: readonly { headers: IncomingMessage["headers"]; body: Record<string, unknown> }[];
  /** Requests whose client went away before the answer was complete. */
  readonly abandoned: number;
  reply(...replies: FakeReply[]): void;
  close(): Promise<void>;
}

/**
 * An OpenAI-compatible chat server on 127.0.0.1 for tests: `POST /v1/chat/completions`, streaming, with real error bodies.
 * With `apiKey` every other key is answered 401, as OpenAI does, a part of the key in the message included.
 */
export async function startFakeOpenAiServer(options: { apiKey?: string } = {}): Promise<FakeOpenAiServer> {
  const requests: { headers: IncomingMessage["headers"]; body: Record<string, unknown> }[] = [];
  let replies: FakeReply[] = [{ kind: "words", words: ["Hello", " from", " the", " fake."] }];
  let abandoned = 0;

  const server = createServer((request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) abandoned++;
    });
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.method !== "POST" || request.url !== "/v1/chat/completions")
      return void sendError(response, 404, `Unknown request URL: ${request.method} ${request.url}`);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
    requests.push({ headers: request.headers, body });
    const key = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (options.apiKey !== undefined && key !== options.apiKey)
      return sendError(response, 401, `Incorrect API key provided: ${key.slice(0, 8)}****.`);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply) send(response, reply, String(body.model));
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    get abandoned() {
      return abandoned;
    },
    reply(...next) {
      replies = next;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function send(response: ServerResponse, reply: FakeReply, model: string): void {
  if (reply.kind === "error") {
    sendError(response, reply.status, reply.message);
    return;
  }
  if (reply.kind === "nonsense") {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>Not a model.</html>");
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const event = (fields: Record<string, unknown>) =>
    response.write(
      `data: ${JSON.stringify({ id: "chatcmpl-fake", object: "chat.completion.chunk", created: 0, model, ...fields })}\n\n`,
    );
  const delta = (content: Record<string, unknown>, finish: string | null = null) =>
    event({ choices: [{ index: 0, delta: content, finish_reason: finish }] });
  delta({ role: "assistant", content: "" });
  for (const word of reply.words) delta({ content: word });
  if (reply.kind === "hang-after") return;
  if (reply.kind === "break-after") {
    // The words must have left before the connection breaks.
    response.write(": going away\n\n", () => response.destroy());
    return;
  }
  delta({}, "stop");
  event({
    choices: [],
    usage: { prompt_tokens: 1, completion_tokens: reply.words.length, total_tokens: 1 + reply.words.length },
  });
  response.end("data: [DONE]\n\n");
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ error: { message, type: "invalid_request_error", param: null, code: null } }));
}
