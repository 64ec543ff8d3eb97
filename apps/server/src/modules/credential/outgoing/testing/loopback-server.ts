import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request that arrived. */
export interface Arrived {
  method: string;
  /** Path and query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export type Answering = (response: ServerResponse, request: Arrived) => void;

export interface LoopbackServer {
  /** Its origin. */
  origin: string;
  arrived: Arrived[];
  /** How the next requests are answered. */
  answer: Answering;
  close(): Promise<void>;
}

/** A real HTTP server on this machine, in place of an organization's server. */
export async function startLoopbackServer(answer: Answering): Promise<LoopbackServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", url = "", headers } = request;
    const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
    loopback.arrived.push(one);
    loopback.answer(response, one);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const loopback: LoopbackServer = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: [],
    answer,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return loopback;
}

/** How a server fails, by name. */
export const FAULTS = {
  slow: () => undefined,
  "dropped before its answer": (response) => response.destroy(),
  "killed in the middle": (response) => {
    response.writeHead(200, { "content-length": "1000" }).write('{"results":[');
    setImmediate(() => response.destroy());
  },
  "status 500": (response) => response.writeHead(500).end("oops"),
  "status 429": (response) => response.writeHead(429).end("slow down"),
  garbage: (response) => response.end("<html>\u0000\ud800 not JSON"),
  "10 MB": (response) => response.end(Buffer.alloc(10 * 1024 * 1024, "x")),
} as const satisfies Record<string, Answering>;
