import type { OutgoingHttpHeaders } from "node:http";

/** Headers that describe a request and do not identify its sender. */
const PLAIN = new Set([
  "content-type",
  "content-length",
  "host",
  "idempotency-key",
  "origin",
  "range",
  "referer",
  "user-agent",
  "x-call-id",
]);
const PLAIN_BEGINNING = /^(accept|if|x-callwright)(-|$)/;
const NAMED_SECRET = /auth|cookie|credential|key|pass|secret|session|sign|token/i;
/** From this length on, a header value without a space counts as a secret, whatever the header's name. */
const UNNAMED_MIN_CHARACTERS = 16;

interface Sent {
  url: URL;
  headers: OutgoingHttpHeaders;
  /** The secrets of a credential, whatever their headers' names. */
  secrets?: readonly string[] | undefined;
  /** Texts that the conversation chose: an answer may contain them. */
  chosen?: readonly string[] | undefined;
}

/** The values that prove a request's sender: its headers' values, and the password and the keys in its address. */
export function requestSecrets({ url, headers, secrets = [], chosen = [] }: Sent): string[] {
  const ofHeaders = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (isSecret(name.toLowerCase(), String(each ?? ""), chosen) ? [String(each)] : [])),
  );
  const ofQuery = [...url.searchParams].flatMap(([name, value]) => (NAMED_SECRET.test(name) ? [value] : []));
  return [...secrets, ...ofHeaders, ...ofQuery, decodeURIComponent(url.password)];
}

function isSecret(name: string, value: string, chosen: readonly string[]): boolean {
  if (PLAIN.has(name) || PLAIN_BEGINNING.test(name)) return false;
  if (NAMED_SECRET.test(name)) return true;
  return value.length >= UNNAMED_MIN_CHARACTERS && !/\s/.test(value) && !chosen.includes(value);
}
