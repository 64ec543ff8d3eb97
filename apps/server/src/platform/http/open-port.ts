import { createServer, IncomingMessage, maxHeaderSize, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import {
  BODY_PROGRESS,
  type ErrorBody,
  guarded,
  PlatformError,
  ServerStatus,
  STATUS_NAMES,
  timeLimit,
} from "@callwright/contract";
import { refuseUpgrade } from "@callwright/realtime";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "../config/config.ts";
import type { Logger } from "../config/logger.ts";
import { StartError } from "../config/start-error.ts";
import type { App } from "./app.ts";
import { watchBody } from "./watch-body.ts";

/** Takes over a connection with its upgrade request and the bytes that followed it. */
export type AcceptUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Requests that take longer are cut off at the end. */
const FINISH_TIMEOUT_MS = 10_000;
const SWEEP_MS = 50;
/** Longer than the 60 s for which proxies keep an idle connection: they would send requests into one that is being closed. */
const KEEP_ALIVE_MS = 65_000;

/**
 * A request whose offer of another protocol counts only if that is a websocket. Other offers (`h2c` of `curl --http2` and of Java's client) may be
 * ignored (RFC 9110, 7.8), but Node treats every offer as an upgrade if there is a listener for upgrades.
 */
class PortRequest extends IncomingMessage {
  declare private isOffered: unknown;

  set upgrade(isOffered: unknown) {
    this.isOffered = isOffered;
  }

  get upgrade(): boolean {
    return Boolean(this.isOffered) && /^(websocket)?$/i.test(this.headers.upgrade ?? "");
  }
}

/** Takes the port at once, so that a second server notices before it changes anything. Until `serve`, everything answers 503. */
export async function openPort(config: Pick<Config, "host" | "port">, log: Pick<Logger, "error">) {
  let listener = answerNotReady;
  let accept: AcceptUpgrade = (_request, socket) => refuseUpgrade(socket, "503 Service Unavailable", { "Retry-After": "1" });
  const server = createServer({ IncomingMessage: PortRequest, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    watchBody(request, response, BODY_PROGRESS);
    listener(request, response);
  });
  const onFault = (cause: unknown, _request: IncomingMessage, socket: Duplex) => {
    log.error({ err: cause }, "a connection that asked for an upgrade could not be taken over, and is closed");
    socket.destroy();
  };
  server.on(
    "upgrade",
    guarded(onFault, (request: IncomingMessage, socket: Duplex, head: Buffer) => accept(request, socket, head)),
  );
  server.on(
    "clientError",
    guarded((_fault, _cause, socket: Duplex) => void socket.destroy(), refuseUnreadable),
  );
  await listen(server, config);
  const address = server.address();
  let finished: Promise<void> | undefined;
  const finishRequests = () => {
    finished ??= new Promise((resolve) => {
      const cutOff = setTimeout(() => server.closeAllConnections(), FINISH_TIMEOUT_MS);
      // A connection that is kept alive falls idle only after its last answer, and would then stay open for seconds.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      server.close(() => {
        clearTimeout(cutOff);
        clearInterval(sweep);
        resolve();
      });
    });
    return finished;
  };
  return {
    number: typeof address === "object" && address ? address.port : config.port,
    /** From now on the app answers. */
    serve: (app: App) => {
      const handle = getRequestListener(app.fetch);
      listener = (request, response) => void handle(request, response);
    },
    /** From now on, upgrade requests go to this handler. The port no longer tracks those connections: close them before `finishRequests`. */
    onUpgrade: (chosen: AcceptUpgrade) => {
      accept = chosen;
    },
    /** Takes no new connection, and waits until the running requests have been answered. */
    finishRequests,
    close: finishRequests,
  };
}

function answerNotReady(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { "Content-Type": "application/json", "Retry-After": "1", Connection: "close" });
  response.end(JSON.stringify({ message: "The server is starting.", error: "Service Unavailable", statusCode: 503 }));
}

function listen(server: Server, { host, port }: Pick<Config, "host" | "port">): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => void explain(cause, host, port).then(reject));
    server.listen({ port, ...(host ? { host } : {}) }, () => resolve());
  });
}

async function explain(cause: NodeJS.ErrnoException, host: string | undefined, port: number): Promise<StartError> {
  const url = localUrl(host, port);
  if (cause.code === "EADDRINUSE" && (await isCallwright(url))) {
    return new StartError(`Callwright is already running at ${url}. Open it there, or set PORT to another port.`, { cause });
  }
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop that program, or set PORT to another port.`,
    EACCES: `Port ${port} may not be opened by this user. Set PORT to a port above 1023.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Correct HOST, or leave it unset to listen on every address.`,
    ENOTFOUND: `${host} is not an address of this machine. Correct HOST, or leave it unset to listen on every address.`,
  };
  return new StartError(sentences[cause.code ?? ""] ?? `Port ${port} cannot be opened: ${cause.message}.`, { cause });
}

const ANY_ADDRESS = new Set(["0.0.0.0", "::"]);
/** How long a server on the same machine has to answer. */
const ASK_TIMEOUT_MS = 2_000;

/** The address of a server with these settings on this machine. */
export const localUrl = (host: string | undefined, port: number) =>
  `http://${host && !ANY_ADDRESS.has(host) ? host : "localhost"}:${port}`;

/** Whether a Callwright that is ready answers there. */
export async function isCallwright(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/server-status`, { signal: timeLimit(ASK_TIMEOUT_MS) });
    return ServerStatus.safeParse(await response.json()).success;
  } catch {
    return false;
  }
}

/** Answer bytes that Node could not read as a request with an error body, and close the connection. */
function refuseUnreadable(cause: Error & { code?: string }, socket: Duplex): void {
  // The other side closed the connection, or it is not writable any more.
  if (cause.code === "ECONNRESET" || !socket.writable) return void socket.destroy(cause);
  const { status, code, message } = failureOf(cause);
  const error = STATUS_NAMES[status] ?? "Error";
  const body = JSON.stringify({ message, error, statusCode: status, code } satisfies ErrorBody);
  const headers = [
    `HTTP/1.1 ${status} ${error}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
}

function failureOf(cause: Error & { code?: string }): PlatformError {
  if (cause.code === "HPE_HEADER_OVERFLOW") return new PlatformError("headers-too-large", { limit: maxHeaderSize });
  if (cause.code === "ERR_HTTP_REQUEST_TIMEOUT") return new PlatformError("request-timeout");
  return new PlatformError("request-unreadable", { detail: cause.message.replace(/^Parse Error: /, "") });
}
