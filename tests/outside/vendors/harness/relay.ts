import { execFileSync } from "node:child_process";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";

/** A request of a client. */
export interface Seen {
  /** `GET`, `POST` and so on; `CONNECT` for a WebSocket. */
  method: string;
  path: string;
  /** The query of the address. A repeated name has a list. */
  query: Record<string, string | string[]>;
  headers: IncomingHttpHeaders;
  /** The value of JSON, else the text. */
  body: unknown;
  /** The body as it came. */
  text: string;
  /** Text messages that the client sent over the WebSocket: values of JSON, else the text. Sound is left out. */
  messages: unknown[];
}

export interface Relay {
  url: string;
  /** Requests in their order. */
  seen: Seen[];
  close(): Promise<void>;
}

/** Headers that belong to one connection. */
const OF_CONNECTION = /^(host|connection|upgrade|sec-websocket-(key|version|extensions|protocol))$/;

/**
 * A relay before a server of a test, on 127.0.0.1, that records the requests. `target` is a function if the server starts later. `secure`: by https,
 * with an untrusted certificate, for clients that refuse other addresses. Default false.
 */
export async function startRelay(target: string | (() => string), { secure = false } = {}): Promise<Relay> {
  const origin = () => new URL(typeof target === "string" ? target : target()).origin;
  const seen: Seen[] = [];
  const see = (request: IncomingMessage, text: string) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", origin());
    const query: Seen["query"] = {};
    for (const name of searchParams.keys()) {
      const [first = "", ...others] = searchParams.getAll(name);
      query[name] = others.length === 0 ? first : [first, ...others];
    }
    const { method = "GET", headers } = request;
    const one: Seen = { method, path: pathname, query, headers, body: readValue(text), text, messages: [] };
    seen.push(one);
    return one;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    see(request, body.toString());
    const { method, headers } = request;
    const onward = send(`${origin()}${request.url}`, { method, headers: { ...headers, "content-length": body.length } });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    onward.end(body);
  };
  const server = secure ? createSecureServer(certificate(), answer) : createServer(answer);

  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const one = { ...see(request, ""), method: "CONNECT" };
    seen[seen.length - 1] = one;
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !OF_CONNECTION.test(name)));
    const onward = new WebSocket(`${origin().replace("http", "ws")}${request.url}`, {
      headers: headers as Record<string, string>,
    });
    onward.on("unexpected-response", (_, answer) => socket.end(`HTTP/1.1 ${answer.statusCode} Refused\r\n\r\n`));
    onward.on("error", () => socket.destroy());
    onward.on("upgrade", () =>
      sockets.handleUpgrade(request, socket, head, (client) => {
        join(client, onward, (data, isBinary) => {
          if (!isBinary) one.messages.push(readValue(String(data)));
        });
        join(onward, client, () => {});
      }),
    );
  });

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const path = typeof target === "string" ? new URL(target).pathname.replace(/\/$/, "") : "";
  return {
    url: `${secure ? "https" : "http"}://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    seen,
    async close() {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Passes messages and closing from one end to the other, in order. */
function join(from: WebSocket, to: WebSocket, onMessage: (data: WebSocket.RawData, isBinary: boolean) => void): void {
  const isOpen = to.readyState === WebSocket.OPEN || new Promise((open) => to.once("open", open));
  let said = Promise.resolve(isOpen);
  const later = (work: () => void) => {
    said = said.then(work);
  };
  from.on("message", (data, isBinary) => {
    onMessage(data, isBinary);
    later(() => to.send(data, { binary: isBinary }));
  });
  from.on("close", (code, reason) =>
    later(() => (code >= 1000 && code !== 1005 && code !== 1006 ? to.close(code, reason) : to.close())),
  );
  from.on("error", () => to.terminate());
}

/** A self-signed certificate. */
function certificate(): { key: string; cert: string } {
  const options =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 2 -subj /CN=127.0.0.1 -keyout - -out -";
  const text = execFileSync("openssl", options.split(" "), { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return { key: text, cert: text };
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
