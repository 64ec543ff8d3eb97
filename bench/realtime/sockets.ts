import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { WebSocket } from "ws";

export interface SocketOptions {
  /** Sends the first messages when the socket is open. */
  greet?: (socket: WebSocket) => Promise<void>;
  /** Compresses whatever it sends, as browsers do. Default false: only what is longer than 1 kB. */
  packsEverything?: boolean;
}

/** Opens sockets, a hundred at a time. */
export async function openSockets(
  url: string,
  count: number,
  { greet = async () => {}, packsEverything = false }: SocketOptions = {},
): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const batch = Array.from({ length: Math.min(100, count - sockets.length) }, async () => {
      const socket = new WebSocket(url.replace("http", "ws"), { perMessageDeflate: { threshold: packsEverything ? 0 : 1_024 } });
      await once(socket, "open");
      await greet(socket);
      return socket;
    });
    sockets.push(...(await Promise.all(batch)));
  }
  return sockets;
}

/** Sends the official client's first messages with this token, and waits for the acknowledgement. */
export async function greetAsClient(socket: WebSocket, token: string): Promise<void> {
  const frames = [
    { type: "Connect", sessionId: randomUUID(), connectionCount: 0, lastCloseReason: "InitialConnect", clientTs: Date.now() },
    { type: "Authenticate", tokenType: "User", value: token, baseVersion: 0 },
    { type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications: [] },
  ];
  const answer = once(socket, "message");
  for (const frame of frames) socket.send(JSON.stringify(frame));
  await answer;
}
