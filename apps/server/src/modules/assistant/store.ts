import { isDeepStrictEqual } from "node:util";
import type { AssistantPageQuery, CreateAssistant, ListQuery } from "@callwright/contract";
import { and, desc, eq, inArray, isNotNull, isNull, lt, max, ne, type SQL, sql } from "drizzle-orm";
import { entityFilters, lowerCase, newestFirst } from "../../platform/db/list-filters.ts";
import { selectFittingPage } from "../../platform/db/page-size.ts";
import { pageOrder, pageStart, startFilter } from "../../platform/db/page-start.ts";
import { changeResource, findResourceForUpdate, restoreResource } from "../../platform/resource-kit/resource-store.ts";
import { openHeaders, openRow, type SealedDatabase, sealHeaders } from "../../platform/secrets/sealed-headers.ts";
import { assistant, assistantDraft, assistantVersion } from "./tables.ts";

export type AssistantRow = Omit<typeof assistant.$inferSelect, "searchText" | "characters">;
export type AssistantVersionRow = Omit<typeof assistantVersion.$inferSelect, "characters">;
export type AssistantDraftRow = Omit<typeof assistantDraft.$inferSelect, "characters">;

const ASSISTANTS = { table: assistant, characters: sql`${assistant.characters}` };
const VERSIONS = { table: assistantVersion, characters: sql`${assistantVersion.characters}` };

const live = (orgId: string, id: string): SQL | undefined =>
  and(eq(assistant.orgId, orgId), eq(assistant.id, id), isNull(assistant.deletedAt));

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

export async function findAssistant(store: SealedDatabase, orgId: string, id: string): Promise<AssistantRow | undefined> {
  const [row] = await store.db.select().from(assistant).where(live(orgId, id));
  return openRow(store, assistant, row);
}

/** As `findAssistant`, and locks the row until the end of the transaction. */
export async function findAssistantForUpdate(
  store: SealedDatabase,
  orgId: string,
  id: string,
): Promise<AssistantRow | undefined> {
  return openRow(store, assistant, await findResourceForUpdate(store.db, orgId, ASSISTANTS, id));
}

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

export async function insertVersion(store: SealedDatabase, row: AssistantVersionRow): Promise<void> {
  await store.db.insert(assistantVersion).values(sealHeaders(store, assistantVersion, row.id, row));
}

/** The newest first. Fails with `page-too-large`. */
export async function listVersions(
  store: SealedDatabase,
  orgId: string,
  assistantId: string,
  { before, limit, offset }: { limit: number; offset: number; before?: number | undefined },
): Promise<{ rows: AssistantVersionRow[]; total: number }> {
  const those = and(eq(assistantVersion.orgId, orgId), eq(assistantVersion.assistantId, assistantId));
  const isBefore = before === undefined ? undefined : lt(assistantVersion.version, before);
  const order = [desc(assistantVersion.version)];
  const rows = await selectFittingPage(store.db, { ...VERSIONS, where: and(those, isBefore), order, limit, offset });
  const total = await store.db.$count(assistantVersion, those);
  return { rows: rows.map((row) => openRow(store, assistantVersion, row)), total };
}

export async function findVersion(
  store: SealedDatabase,
  orgId: string,
  assistantId: string,
  version: number,
): Promise<AssistantVersionRow | undefined> {
  const those = and(eq(assistantVersion.orgId, orgId), eq(assistantVersion.assistantId, assistantId));
  const [row] = await store.db
    .select()
    .from(assistantVersion)
    .where(and(those, eq(assistantVersion.version, version)));
  return openRow(store, assistantVersion, row);
}

/** Changes a version of an assistant. */
export async function updateVersion(
  store: SealedDatabase,
  { orgId, id }: Pick<AssistantRow, "orgId" | "id">,
  version: number,
  change: Partial<Pick<AssistantVersionRow, "gate" | "rejected">>,
): Promise<AssistantVersionRow | undefined> {
  const those = and(eq(assistantVersion.orgId, orgId), eq(assistantVersion.assistantId, id));
  const [row] = await store.db
    .update(assistantVersion)
    .set(change)
    .where(and(those, eq(assistantVersion.version, version)))
    .returning();
  return openRow(store, assistantVersion, row);
}

/** The number of the newest version, a rejected one too. 0 without a version. */
export async function newestVersion(store: SealedDatabase, { orgId, id }: Pick<AssistantRow, "orgId" | "id">): Promise<number> {
  const [row] = await store.db
    .select({ newest: max(assistantVersion.version) })
    .from(assistantVersion)
    .where(and(eq(assistantVersion.orgId, orgId), eq(assistantVersion.assistantId, id)));
  return row?.newest ?? 0;
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
        eq(assistantVersion.assistantId, id),
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

/** The place (see `sealed-text.ts`) that a draft is sealed for. */
const draftPlace = ({ assistantId, userId }: Pick<AssistantDraftRow, "assistantId" | "userId">): string =>
  `${assistantId} ${userId}`;
const openDraft = (store: SealedDatabase, row: AssistantDraftRow | undefined): AssistantDraftRow | undefined =>
  row && openHeaders(store, assistantDraft, draftPlace(row), row);

/** An assistant and the user's draft, read at the same moment. */
export async function findWithDraft(
  store: SealedDatabase,
  orgId: string,
  id: string,
  userId: string,
): Promise<{ published: AssistantRow; draft: AssistantDraftRow | undefined } | undefined> {
  const [row] = await store.db
    .select({ published: assistant, draft: assistantDraft })
    .from(assistant)
    .leftJoin(assistantDraft, and(eq(assistantDraft.assistantId, assistant.id), eq(assistantDraft.userId, userId)))
    .where(live(orgId, id));
  return row && { published: openRow(store, assistant, row.published), draft: openDraft(store, row.draft ?? undefined) };
}

/** As `findWithDraft`, and locks both rows until the end of the transaction. */
export async function findWithDraftForUpdate(
  store: SealedDatabase,
  orgId: string,
  id: string,
  userId: string,
): Promise<{ published: AssistantRow; draft: AssistantDraftRow | undefined } | undefined> {
  const published = await findAssistantForUpdate(store, orgId, id);
  if (!published) return undefined;
  const [row] = await store.db
    .select()
    .from(assistantDraft)
    .where(and(eq(assistantDraft.orgId, orgId), eq(assistantDraft.assistantId, id), eq(assistantDraft.userId, userId)))
    .for("update");
  return { published, draft: openDraft(store, row) };
}

/** Stores the draft under the next revision. Without a `config`, there is no draft from then on. */
export async function writeDraft(
  store: SealedDatabase,
  orgId: string,
  draft: Omit<AssistantDraftRow, "orgId" | "revision">,
): Promise<AssistantDraftRow> {
  const sealed = sealHeaders(store, assistantDraft, draftPlace(draft), draft);
  const { baseVersion, config, updatedAt } = sealed;
  const [row] = await store.db
    .insert(assistantDraft)
    .values({ orgId, ...sealed })
    .onConflictDoUpdate({
      target: [assistantDraft.assistantId, assistantDraft.userId],
      set: { baseVersion, config, updatedAt, revision: sql`${assistantDraft.revision} + 1` },
    })
    .returning();
  if (!row) throw new Error("an upsert returned no row");
  return openHeaders(store, assistantDraft, draftPlace(row), row);
}

/** Drafts of others that differ from what is published, the latest first. */
export async function listOtherDrafts(
  store: SealedDatabase,
  orgId: string,
  assistantId: string,
  userId: string,
): Promise<Pick<AssistantDraftRow, "userId" | "baseVersion" | "updatedAt">[]> {
  const rows = await store.db
    .select({ draft: assistantDraft, published: assistant })
    .from(assistantDraft)
    .innerJoin(assistant, eq(assistant.id, assistantDraft.assistantId))
    .where(
      and(
        live(orgId, assistantId),
        eq(assistantDraft.orgId, orgId),
        ne(assistantDraft.userId, userId),
        isNotNull(assistantDraft.config),
      ),
    )
    .orderBy(desc(assistantDraft.updatedAt));
  // Not compared in SQL: equal headers are sealed differently in each row.
  return rows
    .filter(
      ({ draft, published }) => !isDeepStrictEqual(openDraft(store, draft)?.config, openRow(store, assistant, published).config),
    )
    .map(({ draft }) => draft);
}
