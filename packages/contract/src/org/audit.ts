import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { ListQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { auditNoun } from "./audit-noun.ts";

/** A user, an API token, a token signed by the organization's server, or the operator of this server. */
export const AUDIT_ACTORS = ["user", "token", "key-set", "operator"] as const;
export type AuditActor = (typeof AUDIT_ACTORS)[number];

/**
 * What is audited and no route does: `connectTerminal` is `callwright listen --answer`, `createPasswordLink` is `npm run password` of the operator,
 * and `resetPassword` a new password by such a link or by one of an e-mail.
 */
export const ACTIONS_WITHOUT_ROUTE = ["connectTerminal", "createPasswordLink", "resetPassword"] as const;

/** An action in an organization: the actor, the time and the address. Without request bodies. */
export const AuditEvent = z.looseObject({
  id: Id,
  orgId: Id,
  createdAt: z.string(),
  /** Name of the route: `createAssistant`. Or one of `ACTIONS_WITHOUT_ROUTE`. */
  action: z.string(),
  /** The changed resource. */
  targetId: z.string().optional(),
  /** The resource's name at the time. */
  targetName: z.string().optional(),
  /** Why a version was published without its suites. */
  reason: z.string().optional(),
  actor: z.enum(AUDIT_ACTORS),
  /** Id of the user, API token or key set; `operator` for the operator. */
  actorId: z.string(),
  /** The actor's name at the time. For a key set, with the token's `sub`. */
  actorName: z.string(),
  ipAddress: z.string().optional(),
  userAgent: z.string().optional(),
  requestId: z.string().optional(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const AuditQuery = z.object({
  ...ListQuery.pick({ limit: true, createdAtGt: true, createdAtLt: true }).shape,
  /** Name of a route, or one of `ACTIONS_WITHOUT_ROUTE`. */
  action: z.string().min(1).max(100).optional(),
  actorId: z.string().min(1).max(200).optional(),
  /** Id of the last event of the previous page. Unlike a time, it loses no events of the same millisecond. */
  cursor: Id.toLowerCase().optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

export const auditRoutes = describeRoutes(auditNoun.addresses, {
  listAuditEvents: {
    role: "admin",
    query: AuditQuery,
    response: z.array(AuditEvent),
    summary: "List the audit log, newest first",
  },
});
