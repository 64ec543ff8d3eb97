import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";

/** A real MCP server of the official library on this machine, with streamable HTTP at `/mcp` and SSE at `/sse`. */
export interface TestMcpServer {
  origin: string;
  /** Headers of every request, in order. */
  headers: IncomingMessage["headers"][];
  /** Sessions that are open. */
  sessions: number;
  /** Answers the next messages with these statuses. */
  fail(...statuses: number[]): void;
  /** Forgets all sessions, as a restarted server does. */
  forget(): void;
  close(): Promise<void>;
}

/** `prepare` adds the tools of every session. */
export async function startMcpServer(prepare: (server: McpServer) => void): Promise<TestMcpServer> {
  const streamable = new Map<string, StreamableHTTPServerTransport>();
  const events = new Map<string, SSEServerTransport>();
  const failing: number[] = [];

  async function open(transport: Transport): Promise<void> {
    const server = new McpServer({ name: "bookings", version: "1.0.0" });
    prepare(server);
    await server.connect(transport);
  }

  async function answerStreamable(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers["mcp-session-id"];
    const known = streamable.get(String(id));
    if (known) return known.handleRequest(request, response);
    if (id !== undefined) return void response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (sessionId) => void streamable.set(sessionId, transport),
      onsessionclosed: (sessionId) => void streamable.delete(sessionId),
    });
    await open(transport as Transport);
    return transport.handleRequest(request, response);
  }

  async function answerEvents(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = new URL(request.url ?? "", "http://localhost").searchParams.get("sessionId");
    if (request.method === "POST") return events.get(String(id))?.handlePostMessage(request, response);
    const transport = new SSEServerTransport("/sse", response);
    events.set(transport.sessionId, transport);
    response.on("close", () => events.delete(transport.sessionId));
    await open(transport);
  }

  const http = createServer((request, response) => {
    testServer.headers.push(request.headers);
    const status = request.method === "POST" ? failing.shift() : undefined;
    if (status !== undefined) return void response.writeHead(status).end();
    void (request.url?.startsWith("/sse") ? answerEvents : answerStreamable)(request, response);
  });
  await new Promise<void>((listening) => http.listen(0, "127.0.0.1", listening));
  const testServer: TestMcpServer = {
    origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    headers: [],
    get sessions() {
      return streamable.size + events.size;
    },
    fail: (...statuses) => void failing.push(...statuses),
    forget: () => streamable.clear(),
    close: () => {
      http.closeAllConnections();
      return new Promise((closed) => http.close(() => closed()));
    },
  };
  return testServer;
}
