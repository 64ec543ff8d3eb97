import type { lookup } from "node:dns";
import { Agent, buildConnector, fetch as sendRequest } from "undici";
import { CONNECT_MS, createAddressGuard, PrivateAddressError } from "./address-guard.ts";

/**
 * `fetch` for user-supplied addresses. Fails with a `PrivateAddressError` instead of reaching this machine or its network, also through DNS and
 * redirects. `resolve` is for tests.
 */
export function createOutsideFetch(resolve?: typeof lookup): typeof fetch {
  const guard = createAddressGuard(false, resolve);
  const connect = buildConnector({ lookup: guard.lookup, timeout: CONNECT_MS });
  const dispatcher = new Agent({
    connect(options, callback) {
      const refusal = guard.refusalOf(options.hostname);
      if (refusal) callback(refusal, null);
      else connect(options, callback);
    },
  });
  // Node's own fetch is another version of the library and may reject this version's dispatcher.
  const send = sendRequest as unknown as (input: unknown, init: object) => Promise<Response>;
  return async (input, init) => {
    try {
      return await send(input, { ...init, dispatcher });
    } catch (error) {
      throw error instanceof Error && error.cause instanceof PrivateAddressError ? error.cause : error;
    }
  };
}
