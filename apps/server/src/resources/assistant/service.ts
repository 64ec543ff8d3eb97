import {
  type Assistant,
  type AssistantPageQuery,
  type AssistantVersion,
  type CreateAssistant,
  type ListQuery,
  PlatformError,
  RESTORE_DAYS,
  type UpdateAssistant,
} from "@callwright/contract";
import type { Database } from "../../db/connect.ts";
import { type Page, toPage } from "../../db/page-start.ts";
import type { OrgCaller } from "../../http/caller.ts";
import type { ServerContext } from "../../server-context.ts";
import { parseVersionName, toAssistant, toAssistantVersion, versionName } from "./entity.ts";
import * as store from "./store.ts";

type Context = Pick<ServerContext, "db" | "now" | "newId">;

export async function createAssistant(
  { db, now, newId }: Context,
  caller: Pick<OrgCaller, "orgId" | "userId">,
  config: CreateAssistant,
): Promise<Assistant> {
  return db.transaction(async (tx) => {
    const [id, at, version] = [newId(), now(), 1];
    const { orgId } = caller;
    const row = await store.insertAssistant(tx, { id, orgId, createdAt: at, updatedAt: at, config, latestVersion: version });
    await store.insertVersion(tx, {
      id: newId(),
      orgId,
      assistantId: id,
      version,
      config,
      createdBy: caller.userId,
      createdAt: at,
    });
    return toAssistant(row);
  });
}

export async function listAssistants({ db }: Context, { orgId }: OrgCaller, query: ListQuery): Promise<Assistant[]> {
  return (await store.listAssistants(db, orgId, query)).map(toAssistant);
}

export async function pageAssistants({ db }: Context, { orgId }: OrgCaller, query: AssistantPageQuery): Promise<Page<Assistant>> {
  return toPage(query, await store.pageAssistants(db, orgId, query), toAssistant);
}

export async function getAssistant({ db }: Context, { orgId }: OrgCaller, id: string): Promise<Assistant> {
  return toAssistant(found(await store.findAssistant(db, orgId, id)));
}

/** Merges by top-level field; null clears a field. */
export async function patchAssistant(
  context: Context,
  caller: OrgCaller,
  id: string,
  patch: UpdateAssistant,
): Promise<Assistant> {
  return context.db.transaction(async (tx) => {
    const row = found(await store.findAssistantForUpdate(tx, caller.orgId, id));
    const merged = Object.entries({ ...row.config, ...patch }).filter(([, value]) => value !== null && value !== undefined);
    return toAssistant(await publish(tx, context, caller, row, Object.fromEntries(merged)));
  });
}

export async function replaceAssistant(
  context: Context,
  caller: OrgCaller,
  id: string,
  config: CreateAssistant,
): Promise<Assistant> {
  return context.db.transaction(async (tx) => {
    const row = found(await store.findAssistantForUpdate(tx, caller.orgId, id));
    return toAssistant(await publish(tx, context, caller, row, config));
  });
}

/** Make `config` the next version of an assistant that this transaction holds. */
export async function publish(
  tx: Database,
  { now, newId }: Context,
  { orgId, userId }: OrgCaller,
  row: store.AssistantRow,
  config: CreateAssistant,
): Promise<store.AssistantRow> {
  const version = row.latestVersion + 1;
  const at = now();
  await store.insertVersion(tx, { id: newId(), orgId, assistantId: row.id, version, config, createdBy: userId, createdAt: at });
  return found(await store.updateAssistant(tx, orgId, row.id, { config, latestVersion: version, updatedAt: at }));
}

export async function deleteAssistant({ db, now }: Context, { orgId }: OrgCaller, id: string): Promise<Assistant> {
  return toAssistant(found(await store.updateAssistant(db, orgId, id, { deletedAt: now() })));
}

/** Without effect on one that is not deleted. */
export async function restoreAssistant({ db, now }: Context, { orgId }: OrgCaller, id: string): Promise<Assistant> {
  const since = new Date(now().getTime() - RESTORE_DAYS * 86_400_000);
  const restored = await store.restoreAssistant(db, orgId, id, since, now());
  return toAssistant(found(restored ?? (await store.findAssistant(db, orgId, id))));
}

export async function listVersions(
  { db }: Context,
  { orgId }: OrgCaller,
  id: string,
  { page, limit, pageState }: { page: number; limit: number; pageState?: string | undefined },
): Promise<VersionPage> {
  found(await store.findAssistant(db, orgId, id));
  const start = pageState === undefined ? { offset: (page - 1) * limit } : { offset: 0, before: readPageState(pageState) };
  const { rows, total } = await store.listVersions(db, orgId, id, { ...start, limit });
  const last = rows.at(-1);
  return {
    results: rows.map(toAssistantVersion),
    metadata: { itemsPerPage: limit, totalItems: total, currentPage: page },
    // Versions are numbered from 1, without gaps.
    ...(last && last.version > 1 ? { nextPageState: versionName(last.version) } : {}),
  };
}

interface VersionPage {
  results: AssistantVersion[];
  metadata: { itemsPerPage: number; totalItems: number; currentPage: number };
  nextPageState?: string;
}

/** The version that the page before ended with. */
function readPageState(pageState: string): number {
  const version = parseVersionName(pageState);
  if (version === undefined)
    throw new PlatformError("validation-failed", {}, { problems: ["pageState must be the nextPageState of a page before"] });
  return version;
}

/** What is of another organisation is as absent as what never was. */
export function found(row: store.AssistantRow | undefined): store.AssistantRow {
  if (!row) throw new PlatformError("not-found", { what: "Assistant" });
  return row;
}
