import {
  type CreateToken,
  type ListQuery,
  PlatformError,
  RESTORE_DAYS,
  type Token,
  type UpdateToken,
} from "@callwright/contract";
import { hashApiToken, newApiToken } from "../../auth/api-token.ts";
import type { OrgCaller } from "../../http/caller.ts";
import type { ServerContext } from "../../server-context.ts";
import { toToken } from "./entity.ts";
import { applicableRestrictions } from "./restrictions.ts";
import * as store from "./store.ts";

type Context = Pick<ServerContext, "db" | "now" | "newId">;

/** The value of a private token is told here and never again. */
export async function createToken({ db, now, newId }: Context, { orgId }: OrgCaller, body: CreateToken): Promise<Token> {
  const { tag, name = null } = body;
  const value = newApiToken(tag);
  const at = now();
  const row = await store.insertToken(db, {
    id: newId(),
    orgId,
    createdAt: at,
    updatedAt: at,
    tag,
    name,
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
  return toToken(found(await store.findToken(db, orgId, id)));
}

/** Merges by field; `restrictions` are replaced whole, null clears. */
export async function updateToken({ db, now }: Context, { orgId }: OrgCaller, id: string, body: UpdateToken): Promise<Token> {
  const { tag } = found(await store.findToken(db, orgId, id));
  // A public value stands in pages that everybody can read: it must never become a key to everything.
  if (body.tag !== undefined && body.tag !== tag)
    throw new PlatformError("validation-failed", {}, { problems: [`tag must stay ${tag}; create another token instead`] });
  const { name, restrictions } = body;
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(restrictions === undefined ? {} : { restrictions: applicableRestrictions(tag, restrictions ?? {}) }),
    updatedAt: now(),
  };
  return toToken(found(await store.updateToken(db, orgId, id, change)));
}

export async function deleteToken({ db, now }: Context, { orgId }: OrgCaller, id: string): Promise<Token> {
  return toToken(found(await store.updateToken(db, orgId, id, { deletedAt: now() })));
}

/** Without effect on one that is not deleted. */
export async function restoreToken({ db, now }: Context, { orgId }: OrgCaller, id: string): Promise<Token> {
  const since = new Date(now().getTime() - RESTORE_DAYS * 86_400_000);
  const restored = await store.restoreToken(db, orgId, id, since, now());
  return toToken(found(restored ?? (await store.findToken(db, orgId, id))));
}

/** What is of another organisation is as absent as what never was. */
function found(row: store.TokenRow | undefined): store.TokenRow {
  if (!row) throw new PlatformError("not-found", { what: "Token" });
  return row;
}
