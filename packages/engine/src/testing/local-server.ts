import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface LocalServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  readonly http: Server;
  /** Requests whose client went away before the answer was complete. */
  readonly abandoned: number;
  /** Ends all connections. */
  close(): Promise<void>;
}

/** An HTTP server on 127.0.0.1. It breaks the connection of a request whose answer fails. */
export async function startLocalServer(
  answer: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<LocalServer> {
  let abandoned = 0;
  const sockets = new Set<Socket>();
  const http = createServer(async (request, response) => {
    response.on("close", () => {
      if (!response.writableFinished) abandoned++;
    });
    try {
      await answer(request, response);
    } catch (error) {
      response.destroy(error instanceof Error ? error : undefined);
    }
  });
  http.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    http,
    get abandoned() {
      return abandoned;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
