import type { lookup as resolveName } from "node:dns";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { CONNECT_MS, createAddressGuard, type PrivateAddressError } from "@callwright/engine";

/** `resolve` is for tests. */
export function createOutsideNetwork(allowPrivate: boolean, resolve?: typeof resolveName) {
  const guard = createAddressGuard(allowPrivate, resolve);
  // Each connection carries one request: what one organization leaves on it must never become part of another one's.
  const agents = { "http:": new HttpAgent({ keepAlive: false }), "https:": new HttpsAgent({ keepAlive: false }) };

  return {
    /**
     * Begins a request to an http or https URL, as `node:http` does. It emits a `PrivateAddressError` when the address is private and that is
     * not allowed. Redirects are not followed.
     */
    request(url: URL, options: Pick<RequestOptions, "method" | "headers" | "signal">) {
      const agent = url.protocol === "https:" ? agents["https:"] : agents["http:"];
      const begin = url.protocol === "https:" ? httpsRequest : httpRequest;
      const refusal = guard.refusalOf(url.hostname);
      if (refusal) return begin(url, { ...options, createConnection: refuse(refusal) });
      const request = begin(url, { ...options, agent, lookup: guard.lookup });
      limitConnecting(request);
      return request;
    },
    /** Whether it may reach this machine and its network. */
    allowsPrivate: allowPrivate,
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

/** Sends requests to addresses that people have entered. */
export type OutsideNetwork = ReturnType<typeof createOutsideNetwork>;

/** Fails instead of connecting. */
function refuse(refusal: PrivateAddressError): RequestOptions["createConnection"] {
  return (_options, failed) => {
    failed(refusal, undefined as never);
    return undefined;
  };
}

function limitConnecting(request: ClientRequest): void {
  const timer = setTimeout(() => request.destroy(new Error(`no connection within ${CONNECT_MS / 1000} s`)), CONNECT_MS);
  const isConnected = () => clearTimeout(timer);
  request.once("socket", (socket) => (socket.connecting ? socket.once("connect", isConnected) : isConnected()));
  request.once("close", isConnected);
}
