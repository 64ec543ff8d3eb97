import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import type { ResourceRow } from "../../../platform/resource-kit/resource-store.ts";
import type { Unread } from "../search/unread.ts";
import { file } from "../tables.ts";

/**
 * A file that nobody sees until it is shown: it counts as deleted. When the server dies while it is stored, it is purged like any other
 * deleted file, its bytes included.
 */
export async function insertHidden(db: Database, row: Omit<ResourceRow, "deletedAt">): Promise<void> {
  await db.insert(file).values({ ...row, deletedAt: row.createdAt });
}

export async function showFile(db: Database, orgId: string, id: string): Promise<ResourceRow | undefined> {
  const [row] = await db
    .update(file)
    .set({ deletedAt: null })
    .where(and(eq(file.orgId, orgId), eq(file.id, id), isNotNull(file.deletedAt)))
    .returning();
  return row;
}

/** Files of versions without searches have a text and no passages. */
const isUnread = sql`((state ->> 'status') = 'processing' or ((state ->> 'status') = 'done' and (state ->> 'passageCount') is null))`;

/** Files that count as deleted are not listed: of these, uploads may still be in progress. */
export async function listUnread(db: Database): Promise<Unread[]> {
  return db
    .select({ orgId: file.orgId, id: file.id })
    .from(file)
    .where(and(isUnread, isNull(file.deletedAt)))
    .orderBy(file.createdAt);
}

export async function countUnread(db: Database, orgId: string): Promise<number> {
  return db.$count(file, and(eq(file.orgId, orgId), isUnread, isNull(file.deletedAt)));
}

/** A deleted file is found too, because it may be restored. */
export async function findUnread(db: Database, { orgId, id }: Unread): Promise<ResourceRow | undefined> {
  const [row] = await db
    .select()
    .from(file)
    .where(and(eq(file.orgId, orgId), eq(file.id, id), isUnread));
  return row;
}

export async function failFile(db: Database, { orgId, id }: Unread, failure: string, at: Date): Promise<void> {
  const outcome = { status: "failed", failure };
  await db
    .update(file)
    .set({ state: sql`${file.state} || ${outcome}::jsonb`, updatedAt: at })
    .where(and(eq(file.orgId, orgId), eq(file.id, id), isUnread));
}

/** Stores the result of reading. False when the file has been purged meanwhile. */
export async function finishFile(
  db: Database,
  { orgId, id }: Pick<ResourceRow, "orgId" | "id">,
  outcome:
    | { status: "done"; parsedTextBytes: number; passageCount: number; textKey: string }
    | { status: "failed"; failure: string },
  at: Date,
): Promise<boolean> {
  const finished = await db
    .update(file)
    .set({ state: sql`${file.state} || ${outcome}::jsonb`, updatedAt: at })
    .where(and(eq(file.orgId, orgId), eq(file.id, id)))
    .returning({ id: file.id });
  return finished.length > 0;
}
