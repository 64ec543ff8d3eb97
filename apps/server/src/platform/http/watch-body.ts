import type { IncomingMessage, ServerResponse } from "node:http";

interface Progress {
  minBytes: number;
  windowMs: number;
}

/**
 * Ends a request whose body arrives too slowly: with less than `minBytes` in each `windowMs`. Its client gets 408, if no answer has begun. The bytes
 * of its socket are counted. While the server itself does not read, the client is not late.
 */
export function watchBody(request: IncomingMessage, response: ServerResponse, { minBytes, windowMs }: Progress): void {
  if (request.headers["content-length"] === undefined && request.headers["transfer-encoding"] === undefined) return;
  const { socket } = request;
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    if (request.complete) return stop();
    const arrived = socket.bytesRead - before;
    before = socket.bytesRead;
    if (arrived >= minBytes || request.isPaused() || request.readableLength > 0) return;
    stop();
    // As Node does after its own `requestTimeout`: the handler of this request may still be running.
    if (!response.headersSent) socket.write("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
    socket.destroySoon();
  }, windowMs);
  timer.unref();
  const stop = () => clearInterval(timer);
  request.once("end", stop);
  request.once("close", stop);
}
