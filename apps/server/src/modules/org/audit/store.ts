import type { AuditQuery } from "@callwright/contract";
import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { instantOf, newestFirst } from "../../../platform/db/list-filters.ts";
import { auditEvent } from "../../../platform/http/tables.ts";

export type AuditRow = typeof auditEvent.$inferSelect;

/** Newest first. */
export async function listAuditEvents(db: Database, orgId: string, query: AuditQuery): Promise<AuditRow[]> {
  const { createdAtGt, createdAtLt, action, actorId, cursor, limit } = query;
  return db
    .select()
    .from(auditEvent)
    .where(
      and(
        eq(auditEvent.orgId, orgId),
        createdAtGt === undefined ? undefined : gt(auditEvent.createdAt, instantOf(createdAtGt)),
        createdAtLt === undefined ? undefined : lt(auditEvent.createdAt, instantOf(createdAtLt)),
        action === undefined ? undefined : eq(auditEvent.action, action),
        actorId === undefined ? undefined : eq(auditEvent.actorId, actorId),
        cursor === undefined ? undefined : after(db, orgId, cursor),
      ),
    )
    .orderBy(...newestFirst(auditEvent))
    .limit(limit);
}

/** What comes after an event of the organization; nothing comes after one that is not there. */
function after(db: Database, orgId: string, id: string): SQL {
  const last = db
    .select({ createdAt: auditEvent.createdAt, id: auditEvent.id })
    .from(auditEvent)
    .where(and(eq(auditEvent.orgId, orgId), eq(auditEvent.id, id)));
  return sql`(${auditEvent.createdAt}, ${auditEvent.id}) < ${last}`;
}
