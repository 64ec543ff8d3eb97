import { createHash, randomBytes } from "node:crypto";
import { PlatformError, type TokenTag } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import type { OrgCaller } from "../http/caller.ts";
import { findTokenByHash } from "../resources/token/store.ts";
import type { LastUse } from "./last-use.ts";

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

/**
 * Who holds an API token. Nothing is cached, so that a token that is deleted or disabled opens nothing from the next request on, at
 * every node; the price is one read of a unique index. Fails with `unauthorized` or `token-disabled`.
 */
export async function authenticateApiToken(
  db: Database,
  { noteToken }: Pick<LastUse, "noteToken">,
  value: string,
): Promise<OrgCaller> {
  const row = await findTokenByHash(db, hashApiToken(value));
  if (!row) throw new PlatformError("unauthorized");
  if (row.restrictions.enabled === false) throw new PlatformError("token-disabled");
  noteToken(row);
  const { id, orgId, tag, restrictions } = row;
  return { kind: "org", orgId, tag, role: API_TOKEN_ROLE[tag], userId: null, apiToken: { id, restrictions } };
}

/** A private token is no admin: one that leaks cannot make others, which would outlive it. */
const API_TOKEN_ROLE = { private: "editor", public: "viewer" } as const;
