import type { AuditActor } from "@callwright/contract";
import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../db/table-columns.ts";

/** Answers of POST requests that carried an Idempotency-Key. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    orgId: text("org_id").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of method, path and body. */
    requestHash: text("request_hash").notNull(),
    /** Null while the first request is still running. */
    status: integer("status"),
    /** Sealed: it may hold the secret of a room. */
    body: text("body"),
    /** Null: JSON. */
    contentType: text("content_type"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.key] }), index("idempotency_key_age").on(t.createdAt)],
);

/** Who did what in an organization, when and from where. Append-only. */
export const auditEvent = pgTable(
  "audit_event",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Name of the contract's route, or one of `ACTIONS_WITHOUT_ROUTE`. */
    action: text("action").notNull(),
    /** The id in the route's path, or of the created resource. */
    targetId: text("target_id"),
    /** Its name at that time. */
    targetName: text("target_name"),
    /** Why a version was published without its suites. */
    reason: text("reason"),
    actor: text("actor").$type<AuditActor>().notNull(),
    /** The id of the person, the API token or the key set; `operator` for the operator of the server. */
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    requestId: text("request_id"),
  },
  (t) => [index("audit_event_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
);
