import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { parseUrl } from "@callwright/contract";

/**
 * The headers that this server passes on to the host. The host gets no address of the caller, no cookies and no headers of proxies.
 * `sendToHost` sets the length of the body.
 */
const SENT = [
  "accept",
  "accept-encoding",
  "content-type",
  "idempotency-key",
  "if-match",
  "if-none-match",
  "if-range",
  "range",
] as const;

/** Headers of an answer that are passed on. Cookies and the host's headers about pages and origins are not. */
const PASSED_ON = [
  "accept-ranges",
  "content-disposition",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "etag",
  "last-modified",
  "retry-after",
] as const;

/** Marks a request that has passed this server, so that two servers connected with each other do not send it in circles. */
export const VIA = "callwright-connection";

export function headersToHost(headers: Headers, requestId: string): OutgoingHttpHeaders {
  const sent = SENT.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(sent), via: `1.1 ${VIA}`, "x-request-id": requestId, "user-agent": "Callwright" };
}

/** `base`: the URL of the request, for a redirect that names only a path. */
export function headersFromHost({ headers }: IncomingMessage, base: string): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  const { location, "x-request-id": hostRequestId } = headers;
  const target = location === undefined ? undefined : parseUrl(location, base);
  return {
    ...Object.fromEntries(passed),
    ...(target ? { location: target.href } : {}),
    ...(typeof hostRequestId === "string" ? { "x-host-request-id": hostRequestId } : {}),
  };
}
