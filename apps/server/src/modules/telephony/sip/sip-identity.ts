import type { SipEvent } from "./janus-client.ts";

/** Prefix of Kamailio's own headers. */
const MARK = "x-callwright-";
/** What the network says about a caller (RFC 3325). Only a trunk that was recognized by its address is believed. */
const ASSERTED = "p-asserted-identity";
/** Headers that Janus passes on, by their beginning, which is compared with case. */
export const READ_HEADERS = ["X-", "x-", "P-Asserted-Identity"];

/** Kamailio's headers about a call, and the caller's own. */
export function readHeaders({ headers = {} }: Pick<SipEvent, "headers">) {
  const all = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const own = Object.entries(headers).filter(([name]) => /^x-/i.test(name) && !name.toLowerCase().startsWith(MARK));
  return {
    key: all.get(`${MARK}key`),
    source: all.get(`${MARK}source`) ?? "",
    dialed: all.get(`${MARK}dialed`) ?? "",
    /** Kamailio has found the address 0.0.0.0, which Janus does not pass on. */
    isHeld: all.has(`${MARK}held`),
    asserted: all.get(ASSERTED) ?? "",
    /** The header `Privacy` (RFC 3323), which Janus does not pass on. */
    privacy: all.get(`${MARK}privacy`) ?? "",
    own: Object.fromEntries(own),
  };
}

/**
 * The number of the caller of a trunk: what the network asserts, else the sender's address. `anonymous` when there is none, or the caller withholds it.
 * Other texts are not taken, because it is used in prompts.
 */
export function callerOf(event: Pick<SipEvent, "headers" | "username">): string {
  const { asserted, privacy } = readHeaders(event);
  if (/\b(?:id|user|header)\b/i.test(privacy)) return "anonymous";
  // A network may assert two addresses: a SIP address and a number.
  const uris = [...(asserted.match(/\b(?:sips?|tel):[^>\s,"]+/gi) ?? []), event.username ?? ""];
  return uris.map(numberOf).find((number) => number !== undefined) ?? "anonymous";
}

/** The user of a SIP address, or the number of a `tel:` address, without parameters. */
export function userOf(uri = ""): string {
  const [, sip, tel] = /^(?:sips?:([^@]+)@|tel:([^>]+))/i.exec(uri) ?? [];
  const [user = ""] = (sip ?? tel ?? "").split(/[;:]/);
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

function numberOf(uri: string): string | undefined {
  // RFC 3966: dashes, dots and parentheses are for people.
  const number = userOf(uri).replace(/[-.()\s]/g, "");
  return /^\+?\d{1,20}$/.test(number) ? number : undefined;
}
