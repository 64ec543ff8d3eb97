import type { Duplex } from "node:stream";

/** Answers a connection that asked to become a websocket, and closes it. `status` is for example "403 Forbidden". */
export function refuseUpgrade(socket: Duplex, status: string, headers: Readonly<Record<string, string>> = {}): void {
  const lines = Object.entries({ ...headers, Connection: "close", "Content-Length": "0" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.on("error", () => {});
  // Such a socket has no timeout: it would stay for as long as the client keeps its side open.
  socket.once("finish", () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join("")}\r\n`);
}
