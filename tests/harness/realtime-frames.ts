import type { Page, WebSocket } from "playwright-core";

/** A message of the realtime connection, with the fields that tests use. */
export interface RealtimeFrame {
  type: string;
  value?: string;
  modifications?: { type: string; queryId: number; udfPath?: string }[];
}

/** The realtime connections of a page, from now on. */
export interface RealtimeFrames {
  /** Number of open connections. */
  open(): number;
  /** Number of connections so far. */
  total(): number;
  /** What the page sent, over all connections. */
  sent: RealtimeFrame[];
  /** What it received. */
  received: RealtimeFrame[];
}

/** Records the connection's messages without changes. Call before the page is opened. */
export function listenToRealtime(page: Page): RealtimeFrames {
  const sockets: WebSocket[] = [];
  const frames: RealtimeFrames = {
    open: () => sockets.filter((socket) => !socket.isClosed()).length,
    total: () => sockets.length,
    sent: [],
    received: [],
  };
  page.on("websocket", (socket) => {
    if (!/\/api\/[^/]+\/sync$/.test(new URL(socket.url()).pathname)) return;
    sockets.push(socket);
    socket.on("framesent", ({ payload }) => frames.sent.push(JSON.parse(String(payload)) as RealtimeFrame));
    socket.on("framereceived", ({ payload }) => frames.received.push(JSON.parse(String(payload)) as RealtimeFrame));
  });
  return frames;
}
