import { BlockList, isIP } from "node:net";

/** Non-public IPv4 addresses: IANA's special-purpose registries, RFC 6890 and its successors. */
const IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // Azure's services answer every machine of its network at this address.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];
/** Non-public IPv6 addresses: everything but global unicast (2000::/3), and inside it reserved ranges, Teredo and 6to4. */
const IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ["::", 3],
  ["4000::", 2],
  ["8000::", 1],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
];
/** An IPv4-mapped IPv6 address is checked as its IPv4 address. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const blocked = new BlockList();
for (const [network, prefix] of IPV4) blocked.addSubnet(network, prefix, "ipv4");
const blocked6 = new BlockList();
for (const [network, prefix] of IPV6) blocked6.addSubnet(network, prefix, "ipv6");

/** Is this IP address not on the public internet? True also for text that is no IP address. */
export function isPrivateAddress(address: string): boolean {
  const plain = MAPPED.exec(address)?.[1] ?? address;
  const family = isIP(plain);
  if (family === 4) return blocked.check(plain, "ipv4");
  return family !== 6 || blocked6.check(plain, "ipv6");
}

/** Does the URL name a loopback or private address, or a name that no public server has, such as `ollama` in a Compose file? */
export function isNearby(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isPrivateAddress(host);
  return !host.includes(".") || /\.(?:localhost|local|internal|lan)$/.test(host);
}
