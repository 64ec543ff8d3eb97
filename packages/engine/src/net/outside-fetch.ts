import type { lookup } from "node:dns";
import { isIP } from "node:net";
import { Agent, buildConnector, fetch as sendRequest } from "undici";
import { createGuardedLookup, PrivateAddressError } from "./guarded-lookup.ts";
import { isPrivateAddress } from "./private-address.ts";

/** How long to wait for a connection, name lookup included. */
const CONNECT_MS = 10_000;

/**
 * `fetch` for addresses that people have entered: it fails with a `PrivateAddressError` rather than reach this machine or its network,
 * whatever a name resolves to and wherever an answer leads on to. `resolve` is for tests.
 */
export function createOutsideFetch(resolve?: typeof lookup): typeof fetch {
  const connect = buildConnector({ lookup: createGuardedLookup(false, resolve), timeout: CONNECT_MS });
  const dispatcher = new Agent({
    connect(options, callback) {
      const host = options.hostname.replace(/^\[|\]$/g, "");
      // What is an address already is not looked up.
      if (isIP(host) && isPrivateAddress(host)) callback(new PrivateAddressError(host), null);
      else connect(options, callback);
    },
  });
  // Node's own fetch is another release of the same library, and may not take this one's connections.
  const send = sendRequest as unknown as (input: unknown, init: object) => Promise<Response>;
  return async (input, init) => {
    try {
      return await send(input, { ...init, dispatcher });
    } catch (error) {
      throw error instanceof Error && error.cause instanceof PrivateAddressError ? error.cause : error;
    }
  };
}
