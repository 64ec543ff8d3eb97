import { z } from "zod";
import { Id } from "./entity.ts";
import { ListQuery } from "./list-query.ts";
import { defineRoutes } from "./route.ts";

/** A person, an API token, or a token that an organisation's own server signed. */
export const AUDIT_ACTORS = ["user", "token", "key-set"] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

/** Who did what in an organisation, when and from where. What was sent is no part of it. */
export const AuditEvent = z.looseObject({
  id: Id,
  orgId: Id,
  createdAt: z.string(),
  /** Name of the route: `createAssistant`. */
  action: z.string(),
  /** What it was done to. */
  targetId: z.string().optional(),
  /** What that was called then. */
  targetName: z.string().optional(),
  actor: z.enum(AUDIT_ACTORS),
  /** Of the person, the API token or the key set. */
  actorId: z.string(),
  /** What it was called then; of a key set with the token's `sub`. */
  actorName: z.string(),
  ipAddress: z.string().optional(),
  userAgent: z.string().optional(),
  requestId: z.string().optional(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const AuditQuery = z.object({
  ...ListQuery.pick({ limit: true, createdAtGt: true, createdAtLt: true }).shape,
  /** Name of a route. */
  action: z.string().min(1).max(100).optional(),
  actorId: z.string().min(1).max(200).optional(),
  /** Id of the last event of the page before. Events of one millisecond are not lost between two pages by it. */
  cursor: Id.toLowerCase().optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const auditRoutes = defineRoutes({
  listAuditEvents: {
    method: "GET",
    path: "/org/{id}/audit",
    scope: "private",
    role: "admin",
    query: AuditQuery,
    response: z.array(AuditEvent),
    status: 200,
    summary: "List who did what in an organisation, newest first",
  },
});
