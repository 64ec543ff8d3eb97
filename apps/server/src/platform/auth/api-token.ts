import { PlatformError } from "@callwright/contract";
import type { Database } from "../db/connect.ts";
import { hashApiToken } from "../http/api-token.ts";
import type { OrgCaller } from "../http/caller.ts";
import type { LastUse } from "./last-use.ts";
import { findTokenByHash } from "./stores/tokens.ts";

/**
 * The holder of an API token. Without a cache, so that a deleted or disabled token is refused from the next request on, at every node; that costs one
 * read of a unique index. Fails with `unauthorized` or `token-disabled`.
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
  const { id, orgId, tag, restrictions, compat } = row;
  return { kind: "org", orgId, tag, role: API_TOKEN_ROLE[tag], userId: null, apiToken: { id, restrictions, compat } };
}

/** A private token is not an admin: a leaked one could otherwise create further tokens that outlive it. */
const API_TOKEN_ROLE = { private: "editor", public: "viewer" } as const;
