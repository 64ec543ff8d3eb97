import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { bodyOf, type LocalServer, startLocalServer } from "../../testing/local-server.ts";
import { refusalOf } from "./request-shape.ts";
import type { VoiceDialect } from "./voice-dialects.ts";

/** The next answer of the fake server; without further ones, it repeats the last. */
export type FakeSpeech =
  /** Streams the samples in pieces of odd sizes. `afterMs`: delay before the first of them, default 0. */
  | { kind: "sound"; samples: Int16Array; afterMs?: number }
  /** Streams the samples and breaks the connection. */
  | { kind: "break-after"; samples: Int16Array }
  /** Streams the samples, then waits until the client disconnects. */
  | { kind: "hang-after"; samples: Int16Array }
  /** Streams the samples, then a failure. Only protocols with messages. */
  | { kind: "fail-after"; samples: Int16Array; message: string }
  | { kind: "error"; status: number; message: string }
  /** Answers 200 with a body that is not sound. */
  | { kind: "nonsense" }
  /** Answers 200 with an empty body. */
  | { kind: "silence" };

export interface FakeVoiceServer extends Pick<LocalServer, "abandoned" | "close"> {
  readonly url: string;
  /** Requests so far, in a form that all protocols share. */
  readonly requests: readonly { text: string; voice: string; asked: Record<string, unknown> }[];
  reply(...replies: FakeSpeech[]): void;
}

/** Sizes of pieces, in bytes. An odd one splits a sample. */
const PIECE_BYTES = [961, 3, 640, 1_000];

/**
 * A server of a hosted voice's protocol on 127.0.0.1 for tests. Every other key is refused, as is a request that the service does not take: with an
 * unknown field, a value that it does not know, or without a header that it requires.
 */
export async function startFakeVoiceServer(dialect: VoiceDialect, apiKey: string): Promise<FakeVoiceServer> {
  const requests: FakeVoiceServer["requests"][number][] = [];
  let replies: FakeSpeech[] = [{ kind: "silence" }];
  const server = await startLocalServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://fake");
    const body = (await bodyOf(request)).toString();
    const refusal = requestRefusal(dialect, url, body, request.headers);
    if (refusal) return refuse(response, 400, refusal);
    const read = dialect.read(url, body, request.headers);
    if (request.method !== "POST" || !read) return refuse(response, 404, `Unknown request URL: ${request.method} ${request.url}`);
    requests.push(read);
    if (dialect.keyOf(request.headers) !== apiKey) return refuse(response, 401, "Invalid key.");
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    if (reply?.kind === "error") return refuse(response, reply.status, reply.message);
    if (reply) await send(response, dialect, reply);
  });
  return {
    url: `${server.url}${dialect.basePath ?? ""}`,
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

async function send(
  response: ServerResponse,
  dialect: VoiceDialect,
  reply: Exclude<FakeSpeech, { kind: "error" }>,
): Promise<void> {
  if (reply.kind === "nonsense") {
    response.writeHead(200, { "content-type": "text/html" }).end("data: {not sound}\n{nor this\n");
    return;
  }
  response.writeHead(200, { "content-type": dialect.contentType });
  response.flushHeaders();
  if (reply.kind === "silence") {
    response.end();
    return;
  }
  const { afterMs = 0 } = reply.kind === "sound" ? reply : {};
  if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
  const bytes = Buffer.from(reply.samples.buffer, reply.samples.byteOffset, reply.samples.byteLength);
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = PIECE_BYTES[turn % PIECE_BYTES.length] ?? bytes.length;
    response.write(dialect.piece(bytes.subarray(at, at + size)));
    at += size;
  }
  if (reply.kind === "hang-after") return;
  if (reply.kind === "break-after") {
    // The sound must be sent before the connection breaks.
    response.write("", () => setImmediate(() => response.destroy()));
    return;
  }
  if (reply.kind === "fail-after") response.write(dialect.failure?.(reply.message) ?? "");
  response.end(dialect.end ?? "");
}

const JSON_HEADERS = { "content-type": /^application\/json$/ };

function requestRefusal(dialect: VoiceDialect, url: URL, body: string, headers: IncomingHttpHeaders): string | undefined {
  const { headers: required = JSON_HEADERS, query = {}, body: shape } = dialect;
  const missing = Object.entries(required).find(([name, value]) => !value.test(String(headers[name] ?? "")));
  if (missing) return `The header ${missing[0]} is missing or wrong.`;
  return refusalOf(query, Object.fromEntries(url.searchParams)) ?? (shape && refusalOf(shape, JSON.parse(body) as object));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ error: { message } }));
}
