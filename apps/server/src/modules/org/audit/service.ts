import type { AuditEvent, AuditQuery } from "@callwright/contract";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { requireOwn } from "../admin-service.ts";
import { type AuditRow, listAuditEvents as listRows } from "./store.ts";

export async function listAuditEvents(
  { db, audit }: Pick<ServerContext, "db" | "audit">,
  caller: OrgCaller,
  orgId: string,
  query: AuditQuery,
): Promise<AuditEvent[]> {
  requireOwn(caller, orgId, caller);
  // What was just done is among them, at least on this node.
  await audit.flush();
  return (await listRows(db, orgId, query)).map(toAuditEvent);
}

function toAuditEvent({ id, orgId, createdAt, action, actor, actorId, actorName, ...row }: AuditRow): AuditEvent {
  const { targetId, targetName, ipAddress, userAgent, requestId } = row;
  const optional = { targetId, targetName, ipAddress, userAgent, requestId };
  const known = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null));
  return { id, orgId, createdAt: createdAt.toISOString(), action, actor, actorId, actorName, ...known };
}
