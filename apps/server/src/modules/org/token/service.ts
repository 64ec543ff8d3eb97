import {
  type CreateToken,
  invalid,
  type ListQuery,
  type Token,
  type TokenRestrictions,
  type TokenTag,
  type UpdateToken,
} from "@callwright/contract";
import type { TokenRow } from "../../../platform/auth/stores/tokens.ts";
import * as store from "../../../platform/auth/stores/tokens.ts";
import { token } from "../../../platform/auth/tables.ts";
import { present } from "../../../platform/db/present.ts";
import { restorableSince } from "../../../platform/db/restorable-since.ts";
import { hashApiToken, newApiToken } from "../../../platform/http/api-token.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { found } from "../../../platform/http/found.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { changeResource, restoreResource } from "../../../platform/resource-kit/resource-store.ts";

type Context = Pick<ServerContext, "db" | "now" | "newId">;

const TOKENS = { table: token };

/** The value of a private token is in this response and in no other. */
export async function createToken({ db, now, newId }: Context, { orgId }: OrgCaller, body: CreateToken): Promise<Token> {
  const { tag, name = null, compat = null } = body;
  const value = newApiToken(tag);
  const at = now();
  const row = await store.insertToken(db, {
    id: newId(),
    orgId,
    createdAt: at,
    updatedAt: at,
    tag,
    name,
    compat,
    restrictions: applicableRestrictions(tag, body.restrictions),
    valueHash: hashApiToken(value),
    value: tag === "public" ? value : null,
  });
  return { ...toToken(row), value };
}

export async function listTokens({ db }: Context, { orgId }: OrgCaller, query: ListQuery): Promise<Token[]> {
  return (await store.listTokens(db, orgId, query)).map(toToken);
}

export async function getToken({ db }: Context, { orgId }: OrgCaller, id: string): Promise<Token> {
  return toToken(found(await store.findToken(db, orgId, id), "Token"));
}

/** Merges by field; `restrictions` are replaced whole, null clears. */
export async function updateToken({ db, now }: Context, { orgId }: OrgCaller, id: string, body: UpdateToken): Promise<Token> {
  const { tag } = found(await store.findToken(db, orgId, id), "Token");
  // A public value is visible in pages: it must never become a private key.
  if (body.tag !== undefined && body.tag !== tag) throw invalid(`tag must stay ${tag}; create another token instead`);
  const { name, restrictions, compat } = body;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(compat === undefined ? {} : { compat }),
    ...(restrictions === undefined ? {} : { restrictions: applicableRestrictions(tag, restrictions ?? {}) }),
    updatedAt: now(),
  };
  return toToken(found(await changeResource(db, orgId, TOKENS, id, change), "Token"));
}

export async function deleteToken({ db, now }: Context, { orgId }: OrgCaller, id: string): Promise<Token> {
  return toToken(found(await changeResource(db, orgId, TOKENS, id, { deletedAt: now() }), "Token"));
}

/** Without effect on one that is not deleted. */
export async function restoreToken({ db, now }: Context, { orgId }: OrgCaller, id: string): Promise<Token> {
  const since = restorableSince(now());
  const restored = await restoreResource(db, orgId, TOKENS, id, since, now());
  return toToken(found(restored ?? (await store.findToken(db, orgId, id)), "Token"));
}

/** A row has no value of a private token. The response to `POST /token` adds it. */
function toToken(row: TokenRow): Token {
  const { id, orgId, createdAt, updatedAt, tag, name, value, restrictions, compat, lastUsedAt } = row;
  return present({ id, orgId, createdAt, updatedAt, tag, name, value, restrictions, compat, lastUsedAt });
}

/** Restrictions for pages do not apply to a private token, which no page has. */
const PUBLIC_ONLY = ["allowedOrigins", "allowedAssistantIds", "allowTransientAssistant"] as const;

/**
 * The restrictions with defaults. Fails with `validation-failed` if a private token has restrictions that do not apply to it: a refusal is better
 * than a limit without effect.
 */
function applicableRestrictions(tag: TokenTag, given: TokenRestrictions = {}): TokenRestrictions {
  const { enabled = true, allowedOrigins, allowedAssistantIds, allowTransientAssistant = true } = given;
  if (tag === "private") {
    const problems = PUBLIC_ONLY.filter((name) => given[name] !== undefined).map(
      (name) => `restrictions.${name} is for public tokens only`,
    );
    if (problems.length > 0) throw invalid(...problems);
    return { enabled };
  }
  return {
    enabled,
    ...(allowedOrigins && { allowedOrigins }),
    ...(allowedAssistantIds && { allowedAssistantIds }),
    // An assistant that a page brings along is on no list.
    allowTransientAssistant: allowTransientAssistant && allowedAssistantIds === undefined,
  };
}
