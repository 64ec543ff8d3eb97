import type { lookup as resolveName } from "node:dns";
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type RequestOptions } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { createGuardedLookup, isPrivateAddress, PrivateAddressError } from "@callwright/engine";

/** Sends requests to addresses that people have entered. */
export interface OutsideNetwork {
  /**
   * Begins a request to an http or https URL, as `node:http` does. It emits a `PrivateAddressError` when the address is private and that is
   * not allowed. Redirects are not followed.
   */
  request(url: URL, options: Pick<RequestOptions, "method" | "headers" | "signal">): ClientRequest;
  close(): void;
}

/** How long to wait for a connection, name lookup included. */
const CONNECT_MS = 10_000;

/** `resolve` is for tests. */
export function createOutsideNetwork(allowPrivate: boolean, resolve?: typeof resolveName): OutsideNetwork {
  const lookup = createGuardedLookup(allowPrivate, resolve);
  // A connection is for one request: what one organisation leaves on it must never become part of another's.
  const agents = { "http:": new HttpAgent({ keepAlive: false }), "https:": new HttpsAgent({ keepAlive: false }) };

  return {
    request(url, options) {
      const agent = url.protocol === "https:" ? agents["https:"] : agents["http:"];
      const begin = url.protocol === "https:" ? httpsRequest : httpRequest;
      const request = begin(url, { ...options, agent, lookup });
      const host = url.hostname.replace(/^\[|\]$/g, "");
      // What is an address already is not looked up.
      if (isIP(host) && !allowPrivate && isPrivateAddress(host)) request.destroy(new PrivateAddressError(host));
      limitConnecting(request);
      return request;
    },
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function limitConnecting(request: ClientRequest): void {
  const timer = setTimeout(() => request.destroy(new Error(`no connection within ${CONNECT_MS / 1000} s`)), CONNECT_MS);
  const isConnected = () => clearTimeout(timer);
  request.once("socket", (socket) => (socket.connecting ? socket.once("connect", isConnected) : isConnected()));
  request.once("close", isConnected);
}
