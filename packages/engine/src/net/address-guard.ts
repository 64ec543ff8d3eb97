import { lookup as resolveName } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { isPrivateAddress } from "./private-address.ts";

/** How long to wait for a connection, including the name lookup. */
export const CONNECT_MS = 10_000;

/** A request to this machine's own network was refused. */
export class PrivateAddressError extends Error {
  constructor(host: string) {
    super(`${host} is a private address.`);
    this.name = "PrivateAddressError";
  }
}

/** Keeps requests to URLs that users enter (SSRF) away from this machine and its network. Every transport must use both parts. */
export interface AddressGuard {
  /** The error for a host that is a private IP address. Such a host is never looked up, so check it before connecting. */
  refusalOf(hostname: string): PrivateAddressError | undefined;
  /**
   * Resolves a name to the checked addresses, and connects only to these, so that a name which resolves to another address later (DNS rebinding) has
   * no effect. Fails with a `PrivateAddressError`.
   */
  lookup: LookupFunction;
}

/** `resolve` is for tests. */
export function createAddressGuard(allowPrivate: boolean, resolve: typeof resolveName = resolveName): AddressGuard {
  return {
    refusalOf(hostname) {
      const host = hostname.replace(/^\[|\]$/g, "");
      return !allowPrivate && isIP(host) !== 0 && isPrivateAddress(host) ? new PrivateAddressError(host) : undefined;
    },
    lookup: (host, options, callback) =>
      resolve(host, { ...options, all: true }, (error, addresses) => {
        if (error) return callback(error, "");
        const allowed = addresses.filter(({ address }) => allowPrivate || !isPrivateAddress(address));
        const [first] = allowed;
        if (!first) return callback(new PrivateAddressError(host), "");
        if (options.all) return callback(null, allowed);
        callback(null, first.address, first.family);
      }),
  };
}
