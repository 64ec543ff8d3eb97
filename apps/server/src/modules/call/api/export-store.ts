import { EXPORTS_PER_MINUTE } from "@callwright/contract";
import { and, eq, gt, isNull } from "drizzle-orm";
import { organization } from "../../../platform/auth/tables.ts";
import type { Database } from "../../../platform/db/connect.ts";
import { callExport } from "../tables.ts";

export type CallExportRow = typeof callExport.$inferSelect;

const MINUTE_MS = 60_000;

/** False if the organization has begun too many in the last minute. Simultaneous requests wait for each other. */
export async function insertExport(tx: Database, row: typeof callExport.$inferInsert): Promise<boolean> {
  await tx.select({ id: organization.id }).from(organization).where(eq(organization.id, row.orgId)).for("update");
  const since = new Date(row.createdAt.getTime() - MINUTE_MS);
  const begun = await tx.$count(callExport, and(eq(callExport.orgId, row.orgId), gt(callExport.createdAt, since)));
  if (begun >= EXPORTS_PER_MINUTE) return false;
  await tx.insert(callExport).values(row);
  return true;
}

/** An export whose link was not sent yet. */
export async function findOpenExport(
  db: Database,
  { orgId, id }: { orgId: string; id: string },
): Promise<CallExportRow | undefined> {
  const [row] = await db
    .select()
    .from(callExport)
    .where(and(eq(callExport.orgId, orgId), eq(callExport.id, id), isNull(callExport.sentAt), isNull(callExport.deletedAt)));
  return row;
}

/** Without those from before a restore, which its operator sends or drops. */
export async function listOpenExports(db: Database, restoredAt: Date | undefined): Promise<{ orgId: string; id: string }[]> {
  return db
    .select({ orgId: callExport.orgId, id: callExport.id })
    .from(callExport)
    .where(and(isNull(callExport.sentAt), isNull(callExport.deletedAt), restoredAt && gt(callExport.updatedAt, restoredAt)));
}

export async function markSent(db: Database, orgId: string, id: string, at: Date): Promise<void> {
  await db
    .update(callExport)
    .set({ sentAt: at, updatedAt: at })
    .where(and(eq(callExport.orgId, orgId), eq(callExport.id, id)));
}
