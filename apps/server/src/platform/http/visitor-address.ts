import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";

/** The groups of an IPv6 address that one connection has in common: the holder of a /64 has 2^64 addresses. */
const NETWORK_GROUPS = 4;

/** What counts as one address: an IPv4 address, or the /64 of an IPv6 one. */
export function visitorNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").toLowerCase().split("::");
  const groupsOf = (part: string) => (part === "" ? [] : part.split(":"));
  const last = groupsOf(tail ?? "");
  // A dotted IPv4 part stands for two groups, which are never among the first four.
  const zeros = tail === undefined ? 0 : 8 - groupsOf(head).length - last.length - (tail.includes(".") ? 1 : 0);
  const groups = [...groupsOf(head), ...Array<string>(Math.max(0, zeros)).fill("0"), ...last];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

/** The stored and counted form of an address: it can only be computed with the server's key. */
export function hashVisitorAddress(address: string, key: string): string {
  return createHmac("sha256", key).update(visitorNetwork(address)).digest("hex");
}
