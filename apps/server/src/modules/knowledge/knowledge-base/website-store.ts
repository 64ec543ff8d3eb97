import type { Website } from "@callwright/contract";
import { and, eq, isNull, notInArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import type { ResourceRow } from "../../../platform/resource-kit/resource-store.ts";
import type { Unread } from "../search/unread.ts";
import { websitesOf } from "../search/websites-of.ts";
import { knowledgeBase, knowledgeSource } from "../tables.ts";

const pages = (condition: SQL) => sql`
  select k.org_id as "orgId", w ->> 'id' as id
  from knowledge_base k, jsonb_array_elements(k.state -> 'websites') w
  where w ->> 'status' = 'reading' and k.state ->> 'websites' like '%"reading"%' and ${condition}`;

export async function listUnreadWebsites(db: Database): Promise<Unread[]> {
  return (await db.execute<Record<string, unknown> & Unread>(pages(sql`k.deleted_at is null`))).rows;
}

export async function countUnreadWebsites(db: Database, orgId: string): Promise<number> {
  return (await db.execute(pages(sql`k.org_id = ${orgId} and k.deleted_at is null`))).rows.length;
}

/** A page with its knowledge base, which is locked in a transaction; undefined for one that has been removed. Deleted ones may be restored. */
export async function findWebsite(
  db: Database,
  { orgId, id }: Unread,
  { lock = false } = {},
): Promise<{ row: ResourceRow; website: Website } | undefined> {
  const named = JSON.stringify({ websites: [{ id }] });
  const query = db
    .select()
    .from(knowledgeBase)
    .where(and(eq(knowledgeBase.orgId, orgId), sql`${knowledgeBase.state} @> ${named}::jsonb`));
  const [row] = await (lock ? query.for("update") : query);
  const website = row && websitesOf(row).find((each) => each.id === id);
  return website && { row, website };
}

/** Stores the result for a page. False if the page was removed. */
export async function finishWebsite(
  tx: Database,
  page: Unread,
  outcome: Pick<Website, "status" | "failure" | "readAt" | "bytes" | "passageCount">,
  at: Date,
): Promise<boolean> {
  const found = await findWebsite(tx, page, { lock: true });
  if (!found) return false;
  const websites = websitesOf(found.row).map((each) => {
    const { failure: _, ...rest } = each;
    return each.id === page.id ? { ...rest, ...outcome } : each;
  });
  await tx
    .update(knowledgeBase)
    .set({ state: { ...found.row.state, websites }, updatedAt: at })
    .where(and(eq(knowledgeBase.orgId, page.orgId), eq(knowledgeBase.id, found.row.id)));
  return true;
}

export async function failWebsite(db: Database, page: Unread, failure: string, at: Date): Promise<void> {
  await db.transaction((tx) => finishWebsite(tx, page, { status: "failed", failure }, at));
}

/** Makes a page a source of passages. */
export async function addWebsiteSource(tx: Database, knowledgeBaseId: string, { orgId, id }: Unread, url: string): Promise<void> {
  await tx.insert(knowledgeSource).values({ id, orgId, knowledgeBaseId, url }).onConflictDoNothing();
}

/** Deletes the passages of pages that a knowledge base no longer has. */
export async function removeOtherWebsites(
  tx: Database,
  orgId: string,
  knowledgeBaseId: string,
  kept: readonly Website[],
): Promise<void> {
  await tx.delete(knowledgeSource).where(
    and(
      eq(knowledgeSource.orgId, orgId),
      eq(knowledgeSource.knowledgeBaseId, knowledgeBaseId),
      isNull(knowledgeSource.fileId),
      notInArray(
        knowledgeSource.id,
        kept.map(({ id }) => id),
      ),
    ),
  );
}
