import { createHash, randomBytes } from "node:crypto";
import type { TokenTag } from "@callwright/contract";

/**
 * An API token is `cw_public_` or `cw_private_` and 256 random bits. It is no JWT: it has no end, so it must be looked up at every
 * request to be revocable at once, and a signature would prove nothing that its row does not. The prefix tells a person, and
 * whatever scans a repository for secrets, what it is.
 */
const API_TOKEN = /^cw_(public|private)_[\w-]{43}$/;
const VALUE_BYTES = 32;

export function newApiToken(tag: TokenTag): string {
  return `cw_${tag}_${randomBytes(VALUE_BYTES).toString("base64url")}`;
}

export function isApiToken(bearer: string): boolean {
  return API_TOKEN.test(bearer);
}

/** Does it look like a public API token? Says nothing of whether there is one of that value. */
export function isPublicToken(bearer: string): boolean {
  return API_TOKEN.exec(bearer)?.[1] === "public";
}

/** What a row keeps. A plain hash is enough: the value has 256 random bits. */
export function hashApiToken(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}
