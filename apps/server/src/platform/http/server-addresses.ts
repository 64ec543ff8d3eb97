import { isIP } from "node:net";
import { invalid, parseUrl } from "@callwright/contract";
import { isPrivateAddress } from "@callwright/engine";
import type { Config } from "../config/config.ts";

const ALLOW = "unless this server is started with ALLOW_PRIVATE_ADDRESSES=true";

/** Refuses a body with a `server` that has no encryption, or is in the local network, if that is not permitted. */
export function requireOutsideServers(body: unknown, { allowPrivateAddresses }: Pick<Config, "allowPrivateAddresses">): void {
  if (allowPrivateAddresses) return;
  const problems = problemsIn(body, "");
  if (problems.length > 0) throw invalid(...problems);
}

function problemsIn(value: unknown, path: string): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const place = path === "" ? name : `${path}.${name}`;
    // Data of the user.
    if (name === "variableValues" || name === "metadata") return [];
    const problem = name === "server" ? problemOf(inner) : undefined;
    return [...(problem ? [`${place}.url ${problem}`] : []), ...problemsIn(inner, place)];
  });
}

function problemOf(server: unknown): string | undefined {
  const url = typeof server === "object" && server !== null && "url" in server ? server.url : undefined;
  const parsed = typeof url === "string" ? parseUrl(url) : undefined;
  if (!parsed) return undefined;
  const { protocol, hostname } = parsed;
  if (protocol === "http:" || protocol === "ws:") return `must be an https or wss URL, ${ALLOW}`;
  const host = hostname.replace(/^\[|\]$/g, "");
  const isLocal = host === "localhost" || host.endsWith(".localhost") || (isIP(host) !== 0 && isPrivateAddress(host));
  return isLocal ? `must not be an address of this server's own network, ${ALLOW}` : undefined;
}
