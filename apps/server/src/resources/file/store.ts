import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../db/connect.ts";
import { file } from "../../db/schema.ts";
import type { ResourceRow } from "../../resource-kit/resource-store.ts";

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

/**
 * A file whose text is still to be read, of any organisation, for this node until `until`. One whose node has died is taken over then.
 * Those that are deleted wait.
 */
export async function claimUnread(db: Database, now: Date, until: Date): Promise<ResourceRow | undefined> {
  const claimed = { claimedUntil: until.toISOString() };
  const [row] = await db
    .update(file)
    .set({
      state: sql`${file.state} || ${claimed}::jsonb || jsonb_build_object('tries', coalesce((${file.state} ->> 'tries')::int, 0) + 1)`,
    })
    .where(
      sql`${file.id} = (
        select id from ${file}
        where (state ->> 'status') = 'processing' and deleted_at is null and coalesce(state ->> 'claimedUntil', '') <= ${now.toISOString()}
        order by created_at limit 1 for update skip locked
      )`,
    )
    .returning();
  return row;
}

/** Gives a claim back: it was no try. */
export async function releaseClaim(db: Database, { orgId, id, state }: ResourceRow): Promise<void> {
  const tries = { tries: Number(state.tries) - 1 };
  await db
    .update(file)
    .set({ state: sql`(${file.state} - 'claimedUntil') || ${tries}::jsonb` })
    .where(and(eq(file.orgId, orgId), eq(file.id, id)));
}

/** What came of reading it. False when it has been purged meanwhile. */
export async function finishFile(
  db: Database,
  { orgId, id }: Pick<ResourceRow, "orgId" | "id">,
  outcome: { status: "done"; parsedTextBytes: number; textKey: string } | { status: "failed"; failure: string },
  at: Date,
): Promise<boolean> {
  const finished = await db
    .update(file)
    .set({ state: sql`(${file.state} - 'claimedUntil' - 'tries') || ${outcome}::jsonb`, updatedAt: at })
    .where(and(eq(file.orgId, orgId), eq(file.id, id)))
    .returning({ id: file.id });
  return finished.length > 0;
}
