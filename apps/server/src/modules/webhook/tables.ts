import type { TerminalAnswer, WebhookAttemptKind, WebhookKind, WebhookStatus, WebhookTarget } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { bigserial, index, integer, json, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../../platform/db/table-columns.ts";
import { call } from "../call/tables.ts";
import { session } from "../chat/tables.ts";

/** Server messages and their deliveries, kept for `WEBHOOK_LOG_DAYS`. They are deleted with their call or session. */
export const webhookDelivery = pgTable(
  "webhook_delivery",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    createdAt: instant("created_at").notNull(),
    /** Order of lists, and of the messages of a lane. */
    seq: bigserial("seq", { mode: "number" }).notNull(),
    /** The call's or session's id. First attempts of a lane are made one after the other. */
    lane: text("lane").notNull(),
    type: text("type").notNull(),
    kind: text("kind").$type<WebhookKind>().notNull(),
    status: text("status").$type<WebhookStatus>().notNull(),
    target: text("target").$type<WebhookTarget>().notNull(),
    /** Set with the first attempt. */
    url: text("url"),
    callId: text("call_id").references(() => call.id, { onDelete: "cascade" }),
    sessionId: text("session_id").references(() => session.id, { onDelete: "cascade" }),
    chatId: text("chat_id"),
    assistantId: text("assistant_id"),
    /** The name, at that time, of the owner of the terminal that answered in place of the server. */
    answeredBy: text("answered_by"),
    /** The call's events up to and with this one were known to the message. */
    eventSeq: integer("event_seq"),
    /** The message's fields, besides those of every message. */
    fields: json("fields").$type<Record<string, unknown>>().notNull(),
    /** The complete message without its assistant, as it was first sent. Text, so that fields keep their order. */
    message: json("message").$type<Record<string, unknown>>(),
    attempts: integer("attempts").notNull().default(0),
    lastAttemptAt: instant("last_attempt_at"),
    durationMs: integer("duration_ms"),
    responseStatus: integer("response_status"),
    error: text("error"),
    nextAttemptAt: instant("next_attempt_at"),
  },
  (t) => [
    index("webhook_delivery_list").on(t.orgId, t.seq.desc().nullsFirst()),
    index("webhook_delivery_by_call").on(t.callId),
    index("webhook_delivery_by_session").on(t.sessionId),
    index("webhook_delivery_age").on(t.createdAt),
    index("webhook_delivery_waiting").on(t.lane, t.seq).where(sql`status = 'waiting'`),
    index("webhook_delivery_waiting_in_org").on(t.orgId).where(sql`status = 'waiting'`),
    index("webhook_delivery_retrying").on(t.nextAttemptAt).where(sql`status = 'retrying'`),
    uniqueIndex("webhook_delivery_report").on(t.callId).where(sql`type = 'end-of-call-report' and kind = 'queued'`),
  ],
);

/** Requests that delivered, or should have delivered, a server message. Secret values are not among the headers. */
export const webhookAttempt = pgTable(
  "webhook_attempt",
  {
    id: text("id").primaryKey(),
    seq: bigserial("seq", { mode: "number" }).notNull(),
    deliveryId: text("delivery_id")
      .notNull()
      .references(() => webhookDelivery.id, { onDelete: "cascade" }),
    orgId: text("org_id").notNull(),
    kind: text("kind").$type<WebhookAttemptKind>().notNull(),
    startedAt: instant("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    url: text("url").notNull(),
    requestHeaders: json("request_headers").$type<Record<string, string>>().notNull(),
    /** The body of an edited message. */
    body: json("body").$type<Record<string, unknown>>(),
    responseStatus: integer("response_status"),
    /** The first `WEBHOOK_RESPONSE_KEPT_BYTES`. */
    responseBody: text("response_body"),
    error: text("error"),
  },
  (t) => [index("webhook_attempt_of").on(t.deliveryId, t.seq)],
);

/** Terminals that answer requests in place of servers (`callwright listen --answer`), as long as they are seen. */
export const webhookTerminal = pgTable(
  "webhook_terminal",
  {
    /** Chosen by the terminal. */
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    /** Only of this assistant. */
    assistantId: text("assistant_id"),
    /** Limited to these types. */
    types: jsonb("types").$type<string[]>(),
    /** The address that the terminal sends requests to. */
    url: text("url").notNull(),
    /** The name of the user or token at that time. */
    ownerName: text("owner_name").notNull(),
    createdAt: instant("created_at").notNull(),
    seenAt: instant("seen_at").notNull(),
  },
  (t) => [index("webhook_terminal_of_org").on(t.orgId)],
);

/** Requests for a terminal, written by the node that waits for the answer. Deleted when the answer has come or is late. */
export const webhookQuestion = pgTable(
  "webhook_question",
  {
    /** The message's id. */
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    terminalId: text("terminal_id")
      .notNull()
      .references(() => webhookTerminal.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    callId: text("call_id"),
    /** `{ "message": … }` as JSON. Text, because the terminal gets it unchanged. */
    body: text("body").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    answer: json("answer").$type<TerminalAnswer>(),
  },
  (t) => [index("webhook_question_of_terminal").on(t.terminalId, t.createdAt)],
);
