import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, type LocalServer, startLocalServer } from "../../testing/local-server.ts";
import type { Dialect, FakePart, FakeUsage, Refusal } from "./dialect.ts";
import { compatibleDialect } from "./openai-dialect.ts";

/** The next answer of the fake server; without further ones, it repeats the last. */
export type FakeReply =
  /** Streams the words and calls, then the usage. */
  | { kind: "words"; words: readonly FakePart[]; usage?: FakeUsage }
  /** Streams the words and breaks the connection. */
  | { kind: "break-after"; words: readonly FakePart[] }
  /** Streams the words, then waits until the client disconnects. */
  | { kind: "hang-after"; words: readonly FakePart[] }
  /** Streams the words, then a failure. */
  | { kind: "fail-after"; words: readonly FakePart[]; message: string }
  | { kind: "error"; status: number; message: string }
  /** Answers 200 with a body that is not a stream of events. */
  | { kind: "nonsense" };

export interface FakeModelServer extends Pick<LocalServer, "abandoned" | "close"> {
  /** Base URL, with the path of the dialect. */
  readonly url: string;
  /** Bodies of the chat requests so far, with their headers. */
  readonly requests: readonly { headers: IncomingMessage["headers"]; body: Record<string, unknown>; model: string }[];
  reply(...replies: FakeReply[]): void;
}

/** A server of a language model's protocol on 127.0.0.1 for tests, with real error bodies. With `apiKey` every other key is refused. */
export async function startFakeModelServer(dialect: Dialect, options: { apiKey?: string } = {}): Promise<FakeModelServer> {
  const requests: FakeModelServer["requests"][number][] = [];
  let replies: FakeReply[] = [{ kind: "words", words: ["Hello", " from", " the", " fake."] }];
  const server = await startLocalServer(async (request, response) => {
    const body = JSON.parse((await bodyOf(request)).toString() || "{}") as Record<string, unknown>;
    const model = dialect.modelOf(request, body);
    const refuse = (refusal: Refusal) => sendError(response, refusal.status, dialect.errorBody(refusal));
    if (model === undefined) return refuse({ status: 404, message: `Unknown request URL: ${request.method} ${request.url}` });
    requests.push({ headers: request.headers, body, model });
    const key = dialect.keyOf(request);
    if (options.apiKey !== undefined && key !== options.apiKey) return refuse(dialect.refusal(key));
    const refusal = dialect.refusalOf(request, body, model);
    if (refusal) return refuse(refusal);
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply?.kind === "error") return refuse(reply);
    if (reply) send(response, { dialect, reply, model, body });
  });
  return {
    url: `${server.url}${dialect.basePath}`,
    requests,
    get abandoned() {
      return server.abandoned;
    },
    reply(...next) {
      replies = next;
    },
    close: server.close,
  };
}

export type FakeOpenAiServer = FakeModelServer;

/** A fake OpenAI-compatible server, which accepts any field as such servers do. `openAiDialect` is OpenAI itself. */
export const startFakeOpenAiServer = (options: { apiKey?: string } = {}): Promise<FakeOpenAiServer> =>
  startFakeModelServer(compatibleDialect, options);

interface Sending {
  dialect: Dialect;
  reply: Exclude<FakeReply, { kind: "error" }>;
  model: string;
  body: Record<string, unknown>;
}

function send(response: ServerResponse, { dialect, reply, model, body }: Sending): void {
  if (reply.kind === "nonsense") {
    response.writeHead(200, { "content-type": "text/html" }).end("<html>Not a model.</html>");
    return;
  }
  const usage = (reply.kind === "words" ? reply.usage : undefined) ?? {
    inputTokens: 1,
    cachedTokens: 0,
    outputTokens: reply.words.length,
  };
  const stream = dialect.stream(model, usage, body);
  response.writeHead(200, { "content-type": dialect.contentType });
  response.flushHeaders();
  const write = (chunks: readonly (string | Uint8Array)[]) => {
    for (const chunk of chunks) response.write(chunk);
  };
  write(stream.begin());
  for (const word of reply.words) write(stream.part(word));
  if (reply.kind === "hang-after") return;
  if (reply.kind === "break-after") {
    // The words must be sent before the connection breaks.
    response.write("", () => setImmediate(() => response.destroy()));
    return;
  }
  write(reply.kind === "fail-after" ? stream.fail(reply.message) : stream.end(usage));
  response.end();
}

function sendError(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
