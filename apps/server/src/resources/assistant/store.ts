import type { AssistantPageQuery, CreateAssistant, ListQuery } from "@callwright/contract";
import { and, count, desc, eq, gt, inArray, isNotNull, isNull, lt, ne, type SQL } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { entityFilters, newestFirst } from "../../db/list-filters.ts";
import { pageOrder, pageStart, startFilter } from "../../db/page-start.ts";
import { assistant, assistantDraft, assistantVersion } from "../../db/schema.ts";

export type AssistantRow = typeof assistant.$inferSelect;
export type AssistantVersionRow = typeof assistantVersion.$inferSelect;
export type AssistantDraftRow = typeof assistantDraft.$inferSelect;

const live = (orgId: string, id: string): SQL | undefined =>
  and(eq(assistant.orgId, orgId), eq(assistant.id, id), isNull(assistant.deletedAt));

export async function listAssistants(db: Database, orgId: string, query: ListQuery): Promise<AssistantRow[]> {
  return db
    .select()
    .from(assistant)
    .where(and(eq(assistant.orgId, orgId), isNull(assistant.deletedAt), ...entityFilters(assistant, query)))
    .orderBy(...newestFirst(assistant))
    .limit(query.limit);
}

/** A page, with one row more if another follows, and how many there are in all. */
export async function pageAssistants(
  db: Database,
  orgId: string,
  { idAny, ...query }: AssistantPageQuery,
): Promise<{ rows: AssistantRow[]; total: number }> {
  const named =
    idAny &&
    inArray(
      assistant.id,
      idAny.map((id) => id.toLowerCase()),
    );
  const those = and(eq(assistant.orgId, orgId), isNull(assistant.deletedAt), named, ...entityFilters(assistant, query));
  const start = pageStart(query);
  const rows = await db
    .select()
    .from(assistant)
    .where(and(those, startFilter(assistant, start, query.sortOrder)))
    .orderBy(...pageOrder(assistant, query.sortOrder))
    .offset(start.offset)
    .limit(query.limit + 1);
  const [total] = await db.select({ value: count() }).from(assistant).where(those);
  return { rows, total: total?.value ?? 0 };
}

export async function findAssistant(db: Database, orgId: string, id: string): Promise<AssistantRow | undefined> {
  const [row] = await db.select().from(assistant).where(live(orgId, id));
  return row;
}

/** The same, and until the end of the transaction nobody else changes it. */
export async function findAssistantForUpdate(db: Database, orgId: string, id: string): Promise<AssistantRow | undefined> {
  const [row] = await db.select().from(assistant).where(live(orgId, id)).for("update");
  return row;
}

export async function insertAssistant(db: Database, row: Omit<AssistantRow, "deletedAt">): Promise<AssistantRow> {
  const [inserted] = await db.insert(assistant).values(row).returning();
  if (!inserted) throw new Error("an insert returned no row");
  return inserted;
}

export async function updateAssistant(
  db: Database,
  orgId: string,
  id: string,
  change: Partial<Pick<AssistantRow, "config" | "latestVersion" | "updatedAt" | "deletedAt">>,
): Promise<AssistantRow | undefined> {
  const [row] = await db.update(assistant).set(change).where(live(orgId, id)).returning();
  return row;
}

/** Bring back what was deleted after `since`. */
export async function restoreAssistant(
  db: Database,
  orgId: string,
  id: string,
  since: Date,
  now: Date,
): Promise<AssistantRow | undefined> {
  const [row] = await db
    .update(assistant)
    .set({ deletedAt: null, updatedAt: now })
    .where(and(eq(assistant.orgId, orgId), eq(assistant.id, id), isNotNull(assistant.deletedAt), gt(assistant.deletedAt, since)))
    .returning();
  return row;
}

export async function insertVersion(db: Database, row: AssistantVersionRow): Promise<void> {
  await db.insert(assistantVersion).values(row);
}

export async function listVersions(
  db: Database,
  orgId: string,
  assistantId: string,
  page: { limit: number; offset: number; before?: number | undefined },
): Promise<{ rows: AssistantVersionRow[]; total: number }> {
  const those = and(eq(assistantVersion.orgId, orgId), eq(assistantVersion.assistantId, assistantId));
  const rows = await db
    .select()
    .from(assistantVersion)
    .where(page.before === undefined ? those : and(those, lt(assistantVersion.version, page.before)))
    .orderBy(desc(assistantVersion.version))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db.select({ total: count() }).from(assistantVersion).where(those);
  return { rows, total: counted?.total ?? 0 };
}

const ownDraft = (orgId: string, assistantId: string, userId: string): SQL | undefined =>
  and(eq(assistantDraft.orgId, orgId), eq(assistantDraft.assistantId, assistantId), eq(assistantDraft.userId, userId));

export async function findDraft(
  db: Database,
  orgId: string,
  assistantId: string,
  userId: string,
): Promise<AssistantDraftRow | undefined> {
  const [row] = await db
    .select()
    .from(assistantDraft)
    .where(ownDraft(orgId, assistantId, userId));
  return row;
}

export async function saveDraft(
  db: Database,
  orgId: string,
  draft: { assistantId: string; userId: string; baseVersion: number; config: CreateAssistant; updatedAt: Date },
): Promise<AssistantDraftRow> {
  const { baseVersion, config, updatedAt } = draft;
  const [row] = await db
    .insert(assistantDraft)
    .values({ orgId, ...draft })
    .onConflictDoUpdate({
      target: [assistantDraft.assistantId, assistantDraft.userId],
      set: { baseVersion, config, updatedAt },
    })
    .returning();
  if (!row) throw new Error("an upsert returned no row");
  return row;
}

/** Drafts of others that differ from what is published, the latest first. */
export async function listOtherDrafts(
  db: Database,
  orgId: string,
  assistantId: string,
  userId: string,
): Promise<Pick<AssistantDraftRow, "userId" | "baseVersion" | "updatedAt">[]> {
  return db
    .select({ userId: assistantDraft.userId, baseVersion: assistantDraft.baseVersion, updatedAt: assistantDraft.updatedAt })
    .from(assistantDraft)
    .innerJoin(assistant, eq(assistant.id, assistantDraft.assistantId))
    .where(
      and(
        live(orgId, assistantId),
        eq(assistantDraft.orgId, orgId),
        ne(assistantDraft.userId, userId),
        ne(assistantDraft.config, assistant.config),
      ),
    )
    .orderBy(desc(assistantDraft.updatedAt));
}

/** Removes the draft and tells what was removed: a save that comes at the same time is either in it or left alone. */
export async function takeDraft(
  db: Database,
  orgId: string,
  assistantId: string,
  userId: string,
): Promise<AssistantDraftRow | undefined> {
  const [row] = await db
    .delete(assistantDraft)
    .where(ownDraft(orgId, assistantId, userId))
    .returning();
  return row;
}
