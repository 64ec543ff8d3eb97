import { maxHeaderSize } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorBody, PlatformError, STATUS_NAMES } from "@callwright/contract";

/** Answer bytes that Node could not read as a request with an error body, and close the connection. */
export function refuseUnreadable(cause: Error & { code?: string }, socket: Duplex): void {
  // The other side closed the connection, or nothing can be sent over it any more.
  if (cause.code === "ECONNRESET" || !socket.writable) return void socket.destroy(cause);
  const { status, code, message } = failureOf(cause);
  const error = STATUS_NAMES[status] ?? "Error";
  const body = JSON.stringify({ message, error, statusCode: status, code } satisfies ErrorBody);
  const headers = [
    `HTTP/1.1 ${status} ${error}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${headers.join("\r\n")}\r\n\r\n${body}`);
}

function failureOf(cause: Error & { code?: string }): PlatformError {
  if (cause.code === "HPE_HEADER_OVERFLOW") return new PlatformError("headers-too-large", { limit: maxHeaderSize });
  if (cause.code === "ERR_HTTP_REQUEST_TIMEOUT") return new PlatformError("request-timeout");
  return new PlatformError("request-unreadable", { detail: cause.message.replace(/^Parse Error: /, "") });
}
