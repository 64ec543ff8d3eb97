import { isPrivateAddress } from "@callwright/engine";
import type { Config } from "../config/config.ts";
import type { AppContext } from "./app.ts";

const firstOf = (header: string | undefined) => header?.split(",")[0]?.trim() || undefined;

/** A proxy may add a port, and brackets around an IPv6 address. */
const hopsOf = (header = "") =>
  header
    .split(",")
    .map((hop) =>
      hop
        .trim()
        .replace(/^\[(.*)\](:\d+)?$/, "$1")
        .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1"),
    )
    .filter((hop) => hop !== "");

/** A header of a request by its name in lower case. */
export type ReadHeader = (name: string) => string | undefined;

type OriginConfig = Pick<Config, "publicUrl" | "trustProxy">;

/** The address the client used to reach this server: PUBLIC_URL, else the scheme and host of the request. */
export function requestOrigin(c: AppContext, config: OriginConfig): string {
  return originByHeaders((name) => c.req.header(name), config);
}

/** The same for a request that no app has seen. */
export function originByHeaders(header: ReadHeader, config: OriginConfig): string {
  if (config.publicUrl) return config.publicUrl;
  const forwarded = (name: string) => (config.trustProxy ? firstOf(header(name)) : undefined);
  const scheme = forwarded("x-forwarded-proto") === "https" ? "https" : "http";
  const host = forwarded("x-forwarded-host") ?? header("host") ?? "localhost";
  return `${scheme}://${host}`;
}

/**
 * IP address of the client. Behind a trusted proxy: the last entry of X-Forwarded-For outside of the proxy's own network, because a client can set
 * the entries before it.
 */
export function clientAddress(c: AppContext, config: Pick<Config, "trustProxy">): string {
  return addressByHeaders((name) => c.req.header(name), c.env.incoming.socket.remoteAddress, config);
}

/** The same for a request that no app has seen. */
export function addressByHeaders(
  header: ReadHeader,
  connected: string | undefined,
  { trustProxy }: Pick<Config, "trustProxy">,
): string {
  const hops = trustProxy ? hopsOf(header("x-forwarded-for")) : [];
  return hops.findLast((hop) => !isPrivateAddress(hop)) ?? hops.at(-1) ?? connected ?? "unknown";
}
