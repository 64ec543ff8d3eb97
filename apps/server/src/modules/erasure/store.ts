import { and, eq, inArray, lte } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import { type PageStart, pageOrder, startFilter } from "../../platform/db/page-start.ts";
import type { Run } from "../../platform/jobs/runs.ts";
import { erasure } from "./tables.ts";

export type ErasureRow = typeof erasure.$inferSelect;

const isOpen = inArray(erasure.state, ["counting", "erasing"]);

export async function insertErasure(db: Database, row: typeof erasure.$inferInsert): Promise<void> {
  await db.insert(erasure).values(row);
}

export async function findErasure(db: Database, orgId: string, id: string): Promise<ErasureRow | undefined> {
  const [row] = await db
    .select()
    .from(erasure)
    .where(and(eq(erasure.orgId, orgId), eq(erasure.id, id)));
  return row;
}

export async function pageErasures(
  db: Database,
  orgId: string,
  { sortOrder, limit }: { sortOrder: "ASC" | "DESC"; limit: number },
  start: PageStart,
): Promise<{ rows: ErasureRow[]; total: number }> {
  const those = eq(erasure.orgId, orgId);
  const rows = await db
    .select()
    .from(erasure)
    .where(and(those, startFilter(erasure, start, sortOrder)))
    .orderBy(...pageOrder(erasure, sortOrder))
    .limit(limit + 1)
    .offset(start.offset);
  return { rows, total: await db.$count(erasure, those) };
}

/** False when the row is not in the state `from`. */
export async function changeErasure(
  db: Database,
  { orgId, id }: Run,
  from: ErasureRow["state"],
  change: Partial<Omit<ErasureRow, "id" | "orgId">>,
): Promise<boolean> {
  const changed = await db
    .update(erasure)
    .set(change)
    .where(and(eq(erasure.orgId, orgId), eq(erasure.id, id), eq(erasure.state, from)))
    .returning({ id: erasure.id });
  return changed.length > 0;
}

/** Those that have a job. */
export async function listOpenErasures(db: Database): Promise<Run[]> {
  return db.select({ orgId: erasure.orgId, id: erasure.id }).from(erasure).where(isOpen);
}

export async function isOpenErasure(db: Database, { orgId, id }: Run): Promise<boolean> {
  return (await db.$count(erasure, and(eq(erasure.orgId, orgId), eq(erasure.id, id), isOpen))) > 0;
}

/** Nobody has confirmed them since. */
export async function forgetUnconfirmed(db: Database, until: Date): Promise<void> {
  await db.delete(erasure).where(and(eq(erasure.state, "counted"), lte(erasure.updatedAt, until)));
}
