import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPrivateAddress } from "./private-address.ts";

/** A request would have reached this machine's own network. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is a private address.`);
    this.name = "PrivateAddressError";
  }
}

/**
 * Resolves a name for a connection to just the addresses that were checked, so that one which resolves to something else the next time
 * (DNS rebinding) gains nothing. Fails with a `PrivateAddressError`. What is an address already is not looked up by anybody: check that
 * too. `resolve` is for tests.
 */
export function createGuardedLookup(allowPrivate: boolean, resolve: typeof resolveName = resolveName): LookupFunction {
  return (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, "");
      const allowed = addresses.filter(({ address }) => allowPrivate || !isPrivateAddress(address));
      const [first] = allowed;
      if (!first) return callback(new PrivateAddressError(host), "");
      if (options.all) return callback(null, allowed);
      callback(null, first.address, first.family);
    });
}
