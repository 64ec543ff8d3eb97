import { type CreateKeySet, parseUrl, type Role } from "@callwright/contract";

/** A key set as it is typed. */
export interface KeySetForm {
  name: string;
  issuer: string;
  source: "url" | "pasted";
  jwksUrl: string;
  /** JSON. */
  keys: string;
  role: Role;
}

export const EMPTY_KEY_SET: KeySetForm = { name: "", issuer: "", source: "url", jwksUrl: "", keys: "", role: "viewer" };

/** The problem with pasted keys. It is found in the page, so that a private key is never sent. */
export type KeysProblem = { kind: "json"; reason: string } | { kind: "noKeys" } | { kind: "privateKey" };

/** The keys of a pasted set, or of a single pasted key. */
export function readKeys(text: string): { keys: CreateKeySet["keys"] } | { problem: KeysProblem } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return { problem: { kind: "json", reason: error instanceof Error ? error.message : String(error) } };
  }
  const keys = keysIn(parsed);
  if (keys.length === 0) return { problem: { kind: "noKeys" } };
  // Of RSA, EC and OKP keys alike the private part is `d`; a shared secret is `k`.
  if (keys.some((key) => "d" in key || "k" in key)) return { problem: { kind: "privateKey" } };
  return { keys: { keys: keys as NonNullable<CreateKeySet["keys"]>["keys"] } };
}

function keysIn(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  if ("keys" in value) return Array.isArray(value.keys) ? value.keys.filter(isObject) : [];
  return "kty" in value ? [value] : [];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The request body. Undefined while a field is missing or wrong. */
export function bodyOf({ name, issuer, source, jwksUrl, keys, role }: KeySetForm): CreateKeySet | undefined {
  const body = { name: name.trim(), issuer: issuer.trim(), role };
  if (body.name === "" || body.issuer === "") return undefined;
  if (source === "url") return parseUrl(jwksUrl.trim()) ? { ...body, jwksUrl: jwksUrl.trim() } : undefined;
  const read = readKeys(keys);
  return "keys" in read ? { ...body, keys: read.keys } : undefined;
}
