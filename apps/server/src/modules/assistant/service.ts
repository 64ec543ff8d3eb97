import { isDeepStrictEqual } from "node:util";
import {
  type Assistant,
  type AssistantPageQuery,
  type CreateAssistant,
  invalid,
  type ListQuery,
  type UpdateAssistant,
} from "@callwright/contract";
import { type Page, toPage } from "../../platform/db/page-start.ts";
import { restorableSince } from "../../platform/db/restorable-since.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { found } from "../../platform/http/found.ts";
import { withChange } from "../../platform/http/parse-whole.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { requireConfigurationQuota } from "../../platform/quota/quotas.ts";
import { addedReferences, requireReferences } from "../../platform/resource-kit/references.ts";
import { parseVersionName, toAssistant, toAssistantVersion, UNPUBLISHED, versionName } from "./entity.ts";
import * as store from "./store.ts";

type Context = Pick<ServerContext, "config" | "db" | "now" | "newId" | "secrets">;

export async function createAssistant(
  context: Context,
  caller: Pick<OrgCaller, "orgId" | "userId">,
  config: CreateAssistant,
): Promise<Assistant> {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const row = await insert(tx, caller, config, 1);
    await addVersion(tx, caller, row);
    return toAssistant(row);
  });
}

/** Nothing of it is live until somebody publishes: then it gets version 1. */
export async function createUnpublishedAssistant(
  context: Context,
  caller: OrgCaller,
  config: CreateAssistant,
): Promise<Assistant> {
  return context.db.transaction(async (db) => toAssistant(await insert({ ...context, db }, caller, config, UNPUBLISHED)));
}

async function insert(tx: Context, { orgId }: Pick<OrgCaller, "orgId">, config: CreateAssistant, latestVersion: number) {
  await requireConfigurationQuota(tx, orgId, config);
  await requireReferences(tx.db, orgId, addedReferences(config));
  const [id, at] = [tx.newId(), tx.now()];
  return store.insertAssistant(tx, { id, orgId, createdAt: at, updatedAt: at, config, latestVersion });
}

/** Stores the row's configuration as its latest version. */
function addVersion(tx: Context, { userId }: Pick<OrgCaller, "userId">, row: store.AssistantRow): Promise<void> {
  const { id: assistantId, orgId, latestVersion: version, config, updatedAt: createdAt } = row;
  return store.insertVersion(tx, { id: tx.newId(), orgId, assistantId, version, config, createdBy: userId, createdAt });
}

export async function listAssistants(context: Context, { orgId }: OrgCaller, query: ListQuery): Promise<Assistant[]> {
  return (await store.listAssistants(context, orgId, query)).map(toAssistant);
}

export async function pageAssistants(
  context: Context,
  { orgId }: OrgCaller,
  query: AssistantPageQuery,
): Promise<Page<Assistant>> {
  return toPage(query, await store.pageAssistants(context, orgId, query), toAssistant);
}

export async function getAssistant(context: Context, { orgId }: OrgCaller, id: string): Promise<Assistant> {
  return toAssistant(found(await store.findAssistant(context, orgId, id), "Assistant"));
}

/** Some clients send only the changes of a model: without a provider, the stored model is meant. Fails with `not-found`. */
export async function withStoredModel(context: Context, { orgId }: OrgCaller, id: string, body: unknown): Promise<unknown> {
  const { model } = (body ?? {}) as { model?: unknown };
  if (typeof model !== "object" || model === null || Array.isArray(model) || "provider" in model) return body;
  const { config } = found(await store.findAssistant(context, orgId, id), "Assistant");
  return { ...(body as object), model: { ...config.model, ...model } };
}

/** Merges by top-level field; null clears a field. */
export function patchAssistant(context: Context, caller: OrgCaller, id: string, patch: UpdateAssistant): Promise<Assistant> {
  return change(context, caller, id, (before) => withChange<CreateAssistant>(before, patch));
}

export function replaceAssistant(context: Context, caller: OrgCaller, id: string, config: CreateAssistant): Promise<Assistant> {
  return change(context, caller, id, () => config);
}

function change(context: Context, caller: OrgCaller, id: string, next: (before: CreateAssistant) => CreateAssistant) {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const row = found(await store.findAssistantForUpdate(tx, caller.orgId, id), "Assistant");
    const config = next(row.config);
    await requireConfigurationQuota(tx, caller.orgId, config, row.config);
    return toAssistant(await publish(tx, caller, row, config));
  });
}

/** Make `config` the next version of an assistant that the transaction `tx.db` holds, unless it is the present one. */
export async function publish(
  tx: Context,
  caller: OrgCaller,
  row: store.AssistantRow,
  config: CreateAssistant,
): Promise<store.AssistantRow> {
  if (row.latestVersion !== UNPUBLISHED && isDeepStrictEqual(config, row.config)) return row;
  await requireReferences(tx.db, caller.orgId, addedReferences(config, row.config));
  const change = { config, latestVersion: row.latestVersion + 1, updatedAt: tx.now() };
  const published = found(await store.updateAssistant(tx, caller.orgId, row.id, change), "Assistant");
  await addVersion(tx, caller, published);
  return published;
}

export async function deleteAssistant(context: Context, { orgId }: OrgCaller, id: string): Promise<Assistant> {
  return toAssistant(found(await store.updateAssistant(context, orgId, id, { deletedAt: context.now() }), "Assistant"));
}

/** Without effect on one that is not deleted. */
export async function restoreAssistant(context: Context, { orgId }: OrgCaller, id: string): Promise<Assistant> {
  return context.db.transaction(async (db) => {
    const tx = { ...context, db };
    const now = context.now();
    const since = restorableSince(now);
    const restored = await store.restoreAssistant(tx, orgId, id, since, now);
    if (restored) await requireConfigurationQuota(tx, orgId, restored.config);
    return toAssistant(found(restored ?? (await store.findAssistant(tx, orgId, id)), "Assistant"));
  });
}

export async function listVersions(
  context: Context,
  { orgId }: OrgCaller,
  id: string,
  { page, limit, pageState }: { page: number; limit: number; pageState?: string | undefined },
) {
  found(await store.findAssistant(context, orgId, id), "Assistant");
  const start = pageState === undefined ? { offset: (page - 1) * limit } : { offset: 0, before: readPageState(pageState) };
  const { rows, total } = await store.listVersions(context, orgId, id, { ...start, limit });
  const last = rows.at(-1);
  return {
    results: rows.map(toAssistantVersion),
    metadata: { itemsPerPage: limit, totalItems: total, currentPage: page },
    // Versions are numbered from 1, without gaps.
    ...(last && last.version > 1 ? { nextPageState: versionName(last.version) } : {}),
  };
}

/** The version at the end of the previous page. */
function readPageState(pageState: string): number {
  const version = parseVersionName(pageState);
  if (version === undefined) throw invalid("pageState must be the nextPageState of a page before");
  return version;
}
