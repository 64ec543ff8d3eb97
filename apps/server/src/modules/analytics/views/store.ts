import type { SavedScreen } from "@callwright/contract";
import { and, asc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { savedView } from "../tables.ts";

export type ViewRow = typeof savedView.$inferSelect;

/** The reader. Views of others are visible only if they are shared. */
export interface ViewReader {
  orgId: string;
  userId: string | null;
}

function visible({ orgId, userId }: ViewReader): SQL | undefined {
  const own = userId === null ? [] : [eq(savedView.userId, userId)];
  return and(eq(savedView.orgId, orgId), or(savedView.isShared, ...own));
}

/** Sorted by name. */
export async function listViews(db: Database, reader: ViewReader, screen: SavedScreen | undefined): Promise<ViewRow[]> {
  return db
    .select()
    .from(savedView)
    .where(and(visible(reader), screen && eq(savedView.screen, screen)))
    .orderBy(sql`lower(${savedView.name})`, asc(savedView.id));
}

export async function findView(db: Database, reader: ViewReader, id: string): Promise<ViewRow | undefined> {
  const [row] = await db
    .select()
    .from(savedView)
    .where(and(visible(reader), eq(savedView.id, id)));
  return row;
}

/** Views of one author; of all API tokens together. */
export async function countOwnViews(db: Database, { orgId, userId }: ViewReader): Promise<number> {
  return db.$count(savedView, and(eq(savedView.orgId, orgId), sql`${savedView.userId} is not distinct from ${userId}`));
}

export async function insertView(db: Database, row: ViewRow): Promise<void> {
  await db.insert(savedView).values(row);
}

export async function changeView(
  db: Database,
  orgId: string,
  id: string,
  change: Partial<ViewRow>,
): Promise<ViewRow | undefined> {
  const [row] = await db
    .update(savedView)
    .set(change)
    .where(and(eq(savedView.orgId, orgId), eq(savedView.id, id)))
    .returning();
  return row;
}

export async function deleteView(db: Database, orgId: string, id: string): Promise<void> {
  await db.delete(savedView).where(and(eq(savedView.orgId, orgId), eq(savedView.id, id)));
}
