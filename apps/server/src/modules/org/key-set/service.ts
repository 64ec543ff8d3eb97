import { type CreateKeySet, invalid, type KeySet, ORG_MAX_KEY_SETS, PlatformError, type Role } from "@callwright/contract";
import type { JWK } from "jose";
import { fetchKeySet } from "../../../platform/auth/fetch-key-set.ts";
import { keyProblem } from "../../../platform/auth/public-keys.ts";
import * as store from "../../../platform/auth/stores/key-sets.ts";
import { findOrg } from "../../../platform/auth/stores/orgs.ts";
import { TOKEN_ISSUER } from "../../../platform/auth/token-claims.ts";
import { present } from "../../../platform/db/present.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { OutsideNetwork } from "../../../platform/net/outside-network.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { requireOwn } from "../admin-service.ts";

export interface KeySetContext extends Pick<ServerContext, "config" | "db" | "now" | "newId"> {
  network: OutsideNetwork;
}

export async function listKeySets({ db }: Pick<KeySetContext, "db">, caller: OrgCaller, orgId: string): Promise<KeySet[]> {
  requireOwn(caller, orgId, caller);
  return (await store.listKeySets(db, orgId)).map(toKeySet);
}

/**
 * Keys at an address are fetched once before the set is registered. Fails with `key-set-limit`, `key-set-issuer-taken`, `key-set-unusable`,
 * `host-unreachable`, `host-address-private` or `validation-failed`.
 */
export async function createKeySet(
  context: KeySetContext,
  caller: OrgCaller,
  orgId: string,
  body: CreateKeySet,
): Promise<KeySet> {
  requireOwn(caller, orgId, caller);
  const { name, issuer, jwksUrl, keys, role } = body;
  if (issuer === TOKEN_ISSUER) throw invalid(`issuer must not be ${TOKEN_ISSUER}, which is this server`);
  if (keys) requireUsable(keys.keys as JWK[]);
  if (jwksUrl !== undefined) await requireReadable(context, new URL(jwksUrl));
  const { db, now, newId } = context;
  return db.transaction(async (tx) => {
    requireOwn(caller, orgId, await findOrg(tx, orgId, "update"));
    const others = await store.listKeySets(tx, orgId);
    if (others.some((other) => other.issuer === issuer)) throw new PlatformError("key-set-issuer-taken", { issuer });
    if (others.length >= ORG_MAX_KEY_SETS) throw new PlatformError("key-set-limit", { limit: ORG_MAX_KEY_SETS });
    const row = { id: newId(), organizationId: orgId, createdAt: now(), createdBy: caller.userId };
    return toKeySet(await store.insertKeySet(tx, { ...row, name, issuer, jwksUrl: jwksUrl ?? null, keys: keys ?? null, role }));
  });
}

/** Its tokens are refused from the next request on, at every node. */
export async function deleteKeySet(
  { db }: Pick<KeySetContext, "db">,
  caller: OrgCaller,
  orgId: string,
  id: string,
): Promise<KeySet> {
  requireOwn(caller, orgId, caller);
  const row = await store.deleteKeySet(db, orgId, id);
  if (!row) throw new PlatformError("not-found", { what: "Key set" });
  return toKeySet(row);
}

function requireUsable(keys: readonly JWK[]): void {
  const problems = keys.flatMap((key, index) => {
    const problem = keyProblem(key);
    return problem === undefined ? [] : [`keys.keys.${index} ${problem}`];
  });
  if (problems.length > 0) throw invalid(...problems);
}

/** Without encryption, an attacker on the network could replace the keys. */
async function requireReadable({ config, network }: KeySetContext, url: URL): Promise<void> {
  if (url.protocol !== "https:" && !config.allowPrivateAddresses) throw invalid("jwksUrl must begin with https://");
  const [first, ...others] = await fetchKeySet(network, url);
  if (!first) throw new PlatformError("key-set-unusable", { host: url.host, detail: "it has no keys" });
  const problem = keyProblem(first);
  // One of several keys may serve another purpose.
  if (problem !== undefined && others.every((key) => keyProblem(key) !== undefined))
    throw new PlatformError("key-set-unusable", { host: url.host, detail: `its first key ${problem}` });
}

function toKeySet({
  id,
  organizationId: orgId,
  createdAt,
  name,
  issuer,
  jwksUrl,
  role,
  lastUsedAt,
  ...row
}: store.KeySetRow): KeySet {
  const keys = row.keys as KeySet["keys"] | null;
  return present({ id, orgId, createdAt, name, issuer, jwksUrl, keys, role: role as Role, lastUsedAt });
}
