import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type PerMessageDeflateOptions, type WebSocket, WebSocketServer } from "ws";

const COMPRESSION: PerMessageDeflateOptions = {
  // Lists compress as well with 96 kB per connection as with the 256 kB of zlib's defaults.
  serverMaxWindowBits: 13,
  zlibDeflateOptions: { level: 3, memLevel: 7 },
  // A connection that has sent a compressed message keeps the memory to decompress the next one. Browsers compress every message.
  clientNoContextTakeover: true,
  zlibInflateOptions: { chunkSize: 1_024 },
};

/**
 * Parameters that the server accepts, best first. A client that offers `permessage-deflate` gets the first that its offer permits (RFC 7692, 7.1).
 * With only one of them, `ws` would refuse other offers with 400.
 */
const AGREEMENTS = [
  // Chromium lets the server choose the client's window: 1 kB for each connection instead of 32 kB.
  { ...COMPRESSION, clientMaxWindowBits: 10 },
  // Firefox and Safari do not.
  COMPRESSION,
  // Some clients limit the server's window to less than lists need: they get no compression.
  false,
] as const;

/** Completes WebSocket upgrades. `maxPayload`: of one message, in bytes. A valid offer of compression never refuses the connection. */
export function createUpgrade(maxPayload: number) {
  const attempts = new WeakMap<IncomingMessage, (server: WebSocketServer) => void>();
  const servers = AGREEMENTS.map(
    (perMessageDeflate) => new WebSocketServer({ noServer: true, clientTracking: false, maxPayload, perMessageDeflate }),
  );
  for (const [index, server] of servers.entries()) {
    const next = servers[index + 1];
    // The last one has no listener, so that it refuses wrong requests for another reason.
    if (next) server.on("wsClientError", (_error, _socket, request) => attempts.get(request)?.(next));
  }
  const [first] = servers;
  return (request: IncomingMessage, socket: Duplex, head: Buffer, onOpen: (socket: WebSocket) => void): void => {
    const attempt = (server: WebSocketServer) => server.handleUpgrade(request, socket, head, onOpen);
    attempts.set(request, attempt);
    if (first) attempt(first);
  };
}
