import {
  type CreateSavedView,
  invalid,
  PlatformError,
  type SavedScreen,
  type SavedView,
  type UpdateSavedView,
} from "@callwright/contract";
import { present } from "../../../platform/db/present.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { nameCaller } from "../../../platform/http/caller-name.ts";
import { found } from "../../../platform/http/found.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import * as store from "./store.ts";

type Context = Pick<ServerContext, "db" | "now" | "newId">;

/** Maximum views of one person. */
const MAX_VIEWS = 200;

export async function listSavedViews({ db }: Context, caller: OrgCaller, screen: SavedScreen | undefined): Promise<SavedView[]> {
  return (await store.listViews(db, caller, screen)).map(toView);
}

export async function getSavedView({ db }: Context, caller: OrgCaller, id: string): Promise<SavedView> {
  return toView(found(await store.findView(db, caller, id.toLowerCase()), "Saved view"));
}

/** Fails with `validation-failed`. */
export async function createSavedView({ db, now, newId }: Context, caller: OrgCaller, body: CreateSavedView): Promise<SavedView> {
  const { userId, name: authorName } = await nameCaller(db, caller);
  if (userId === null && !body.isShared) throw invalid("isShared must be true: a view of an API token has no other readers");
  if ((await store.countOwnViews(db, { orgId: caller.orgId, userId })) >= MAX_VIEWS)
    throw invalid(`at most ${MAX_VIEWS} views can be saved; delete one first`);
  const at = now();
  const row = { ...body, id: newId(), orgId: caller.orgId, userId, authorName, createdAt: at, updatedAt: at };
  await store.insertView(db, row);
  return toView(row);
}

/** Fails with `not-found` or `view-of-another`. */
export async function updateSavedView(
  { db, now }: Context,
  caller: OrgCaller,
  id: string,
  { name, state, isShared }: UpdateSavedView,
): Promise<SavedView> {
  const row = await requireOwn({ db }, caller, id);
  // Nobody would see a private view without an author.
  if (isShared === false && row.userId !== caller.userId) throw new PlatformError("view-of-another");
  const change = { ...(name !== undefined && { name }), ...(state && { state }), ...(isShared !== undefined && { isShared }) };
  return toView(found(await store.changeView(db, caller.orgId, row.id, { ...change, updatedAt: now() }), "Saved view"));
}

export async function deleteSavedView({ db }: Pick<Context, "db">, caller: OrgCaller, id: string): Promise<SavedView> {
  const row = await requireOwn({ db }, caller, id);
  await store.deleteView(db, caller.orgId, row.id);
  return toView(row);
}

/** Its author may change it, and an admin. A view that the caller does not see is not found. */
async function requireOwn({ db }: Pick<Context, "db">, caller: OrgCaller, id: string): Promise<store.ViewRow> {
  const row = found(await store.findView(db, caller, id.toLowerCase()), "Saved view");
  const isAuthor = caller.userId !== null && row.userId === caller.userId;
  if (!isAuthor && caller.role !== "admin") throw new PlatformError("view-of-another");
  return row;
}

function toView({ orgId: _, userId, ...row }: store.ViewRow): SavedView {
  return { ...present(row), userId };
}
