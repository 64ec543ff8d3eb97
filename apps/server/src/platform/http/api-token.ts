import { createHash, randomBytes } from "node:crypto";
import type { TokenTag } from "@callwright/contract";

/**
 * An API token is `cw_public_` or `cw_private_` and 256 random bits. It is not a JWT: it does not expire, so it must be looked up at every request to
 * be revocable immediately, and a signature would prove no more than its row. The prefix tells people, and scanners of repositories, what it is.
 */
const API_TOKEN = /^cw_(public|private)_[\w-]{43}$/;
const VALUE_BYTES = 32;

export function newApiToken(tag: TokenTag): string {
  return `cw_${tag}_${randomBytes(VALUE_BYTES).toString("base64url")}`;
}

export function isApiToken(bearer: string): boolean {
  return API_TOKEN.test(bearer);
}

/** Whether it has the form of a public API token. The token may not exist. */
export function isPublicToken(bearer: string): boolean {
  return API_TOKEN.exec(bearer)?.[1] === "public";
}

/** What a row keeps. A plain hash is enough: the value has 256 random bits. */
export function hashApiToken(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}
