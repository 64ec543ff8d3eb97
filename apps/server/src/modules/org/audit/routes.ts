import { type AuditQuery, auditRoutes as table } from "@callwright/contract";
import { and, eq, gt, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { instantOf, newestFirst } from "../../../platform/db/list-filters.ts";
import { present } from "../../../platform/db/present.ts";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import { auditEvent } from "../../../platform/http/tables.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { requireOwn } from "../admin-service.ts";

export function auditRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, context, table, {
    async listAuditEvents({ caller, params, query }) {
      requireOwn(caller, params.id, caller);
      // Includes events of this node that are not stored yet.
      await context.audit.flush();
      return (await listAuditEvents(context.db, params.id, query)).map(present);
    },
  });
}

type AuditRow = typeof auditEvent.$inferSelect;

/** Newest first. */
async function listAuditEvents(db: Database, orgId: string, query: AuditQuery): Promise<AuditRow[]> {
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

/** A filter for the events after an event of the organization. An unknown event has no events after it. */
function after(db: Database, orgId: string, id: string): SQL {
  const last = db
    .select({ createdAt: auditEvent.createdAt, id: auditEvent.id })
    .from(auditEvent)
    .where(and(eq(auditEvent.orgId, orgId), eq(auditEvent.id, id)));
  return sql`(${auditEvent.createdAt}, ${auditEvent.id}) < ${last}`;
}
