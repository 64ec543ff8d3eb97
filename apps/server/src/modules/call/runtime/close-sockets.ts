import type { WebSocketServer } from "ws";

/** What was sent last arrives within this time, or the connection is cut off. */
export const CLOSE_MS = 2_000;

/** Accepts no more websockets, and waits for those whose calls have ended to close. */
export async function closeSockets(sockets: WebSocketServer): Promise<void> {
  const closed = new Promise((resolve) => sockets.close(resolve));
  const cutOff = setTimeout(() => {
    for (const socket of sockets.clients) socket.terminate();
  }, CLOSE_MS);
  await closed;
  clearTimeout(cutOff);
}
