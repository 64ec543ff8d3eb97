/** The address of a session, or a word for special addresses. */
export type Place = "loopback" | "network" | "unknown" | { address: string };

/**
 * The server stores the first half of an IPv6 address in full form: eight groups of four digits, the last four groups 0. Loopback is all
 * zeros then.
 */
export function placeOf(ipAddress: string | null | undefined): Place {
  if (!ipAddress || ipAddress === "unknown") return "unknown";
  if (/^127\./.test(ipAddress) || /^[0:]*1?$/.test(ipAddress)) return "loopback";
  if (/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)/.test(ipAddress)) return "network";
  // Unique local and link-local.
  if (/^(f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):/i.test(ipAddress)) return "network";
  return { address: shortAddress(ipAddress) };
}

/** `2001:0db8:0000:0001:0000:0000:0000:0000` is written `2001:db8:0:1::`. */
function shortAddress(ipAddress: string): string {
  if (!ipAddress.includes(":")) return ipAddress;
  const groups = ipAddress.split(":").map((group) => group.replace(/^0+(?=.)/, ""));
  return groups.join(":").replace(/(:0)+$/, "::");
}
