import type { AssistantPageQuery, CreateAssistant, ListQuery } from "@callwright/contract";
import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { entityFilters, lowerCase, newestFirst } from "../../platform/db/list-filters.ts";
import { selectFittingPage } from "../../platform/db/page-size.ts";
import { pageOrder, pageStart, startFilter } from "../../platform/db/page-start.ts";
import { changeResource, restoreResource } from "../../platform/resource-kit/resource-store.ts";
import { createVersionStore } from "../../platform/resource-kit/versions/version-store.ts";
import { openRow, type SealedDatabase, sealHeaders } from "../../platform/secrets/sealed-headers.ts";
import { assistant, assistantDraft, assistantVersion } from "./tables.ts";

export type AssistantRow = Omit<typeof assistant.$inferSelect, "searchText" | "characters">;
export type AssistantVersionRow = Omit<typeof assistantVersion.$inferSelect, "characters">;

const ASSISTANTS = { table: assistant, characters: sql`${assistant.characters}` };

/** Versions and drafts of assistants. */
export const versions = createVersionStore<CreateAssistant, AssistantRow, AssistantVersionRow>({
  table: assistant,
  versions: assistantVersion,
  drafts: assistantDraft,
  open: (store, row) => openRow(store, assistant, row as AssistantRow),
});

/** Newest first. Fails with `page-too-large`. */
export async function listAssistants(store: SealedDatabase, orgId: string, query: ListQuery): Promise<AssistantRow[]> {
  const { limit } = query;
  const those = and(eq(assistant.orgId, orgId), isNull(assistant.deletedAt), ...entityFilters(assistant, query));
  const order = newestFirst(assistant);
  const rows = await selectFittingPage(store.db, { ...ASSISTANTS, where: those, order, limit });
  return rows.map((row) => openRow(store, assistant, row));
}

/** A page, with one row more if another follows, and how many there are in all. Fails with `page-too-large`. */
export async function pageAssistants(
  store: SealedDatabase,
  orgId: string,
  { idAny, ...query }: AssistantPageQuery,
): Promise<{ rows: AssistantRow[]; total: number }> {
  const { limit, sortOrder } = query;
  const named = idAny && inArray(assistant.id, lowerCase(idAny));
  const those = and(eq(assistant.orgId, orgId), isNull(assistant.deletedAt), named, ...entityFilters(assistant, query));
  const start = pageStart(query);
  const { offset } = start;
  const order = pageOrder(assistant, sortOrder);
  const page = { ...ASSISTANTS, where: and(those, startFilter(assistant, start, sortOrder)), order, limit, offset };
  const rows = await selectFittingPage(store.db, page, 1);
  return { rows: rows.map((row) => openRow(store, assistant, row)), total: await store.db.$count(assistant, those) };
}

export const { find: findAssistant, findForUpdate: findAssistantForUpdate } = versions;

export async function insertAssistant(
  store: SealedDatabase,
  row: Omit<AssistantRow, "deletedAt" | "candidateVersion" | "publishGate">,
): Promise<AssistantRow> {
  const [inserted] = await store.db
    .insert(assistant)
    .values(sealHeaders(store, assistant, row.id, row))
    .returning();
  if (!inserted) throw new Error("an insert returned no row");
  return openRow(store, assistant, inserted);
}

export async function updateAssistant(
  store: SealedDatabase,
  orgId: string,
  id: string,
  change: Partial<Omit<AssistantRow, "id" | "orgId" | "createdAt">>,
): Promise<AssistantRow | undefined> {
  const sealed = sealHeaders(store, assistant, id, change);
  return openRow(store, assistant, await changeResource(store.db, orgId, ASSISTANTS, id, sealed));
}

/** Bring back what was deleted after `since`. */
export async function restoreAssistant(
  store: SealedDatabase,
  orgId: string,
  id: string,
  since: Date,
  now: Date,
): Promise<AssistantRow | undefined> {
  return openRow(store, assistant, await restoreResource(store.db, orgId, ASSISTANTS, id, since, now));
}

/** Changes a version of an assistant. */
export async function updateVersion(
  store: SealedDatabase,
  { orgId, id }: Pick<AssistantRow, "orgId" | "id">,
  version: number,
  change: Partial<Pick<AssistantVersionRow, "gate" | "rejected">>,
): Promise<AssistantVersionRow | undefined> {
  const those = and(eq(assistantVersion.orgId, orgId), eq(assistantVersion.ownerId, id));
  const [row] = await store.db
    .update(assistantVersion)
    .set(change)
    .where(and(those, eq(assistantVersion.version, version)))
    .returning();
  return openRow(store, assistantVersion, row);
}

/** How many earlier versions with the same name and prompt are compared. */
const COMPARED_VERSIONS = 100;

/** The newest versions that were live, and have the name and the messages of `config`. Headers are sealed, so the caller compares the rest. */
export async function listLiveBefore(
  store: SealedDatabase,
  { orgId, id, candidateVersion }: AssistantRow,
  { name, model }: CreateAssistant,
): Promise<AssistantVersionRow[]> {
  const messages = model?.messages === undefined ? null : JSON.stringify(model.messages);
  const rows = await store.db
    .select()
    .from(assistantVersion)
    .where(
      and(
        eq(assistantVersion.orgId, orgId),
        eq(assistantVersion.ownerId, id),
        isNull(assistantVersion.rejected),
        candidateVersion === null ? undefined : ne(assistantVersion.version, candidateVersion),
        sql`${assistantVersion.config} ->> 'name' is not distinct from ${name ?? null}`,
        sql`${assistantVersion.config} #> '{model,messages}' is not distinct from ${messages}::jsonb`,
      ),
    )
    .orderBy(desc(assistantVersion.version))
    .limit(COMPARED_VERSIONS);
  return rows.map((row) => openRow(store, assistantVersion, row));
}
