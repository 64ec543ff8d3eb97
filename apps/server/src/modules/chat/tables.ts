import type {
  AgentStarted,
  AssistantOverrides,
  ChatStatus,
  ConversationMessage,
  CostReport,
  CreateAssistant,
  SaidMessage,
  SessionStatus,
} from "@callwright/contract";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { entity, instant } from "../../platform/db/table-columns.ts";

/** A conversation in chats. */
export const session = pgTable(
  "session",
  {
    ...entity,
    name: text("name"),
    /** Completed by the assistant or on request. An expired session is still `active` here: see `expiresAt`. */
    status: text("status").$type<SessionStatus>().notNull(),
    assistantId: text("assistant_id"),
    assistantVersion: integer("assistant_version"),
    /** The assistant as it was at the start, so that the session keeps its character when the assistant changes. */
    assistant: jsonb("assistant").$type<CreateAssistant>().notNull(),
    assistantOverrides: jsonb("assistant_overrides").$type<AssistantOverrides>(),
    /** The agents of a squad or a workflow, as they were at the start: a `TeamConfig`. Null for an assistant alone. */
    team: jsonb("team").$type<object>(),
    customer: jsonb("customer").$type<Record<string, unknown>>(),
    /** The messages before its first chat: the rendered prompt and, if the session branched off, the earlier messages. */
    openingMessages: jsonb("opening_messages").$type<SaidMessage[]>().notNull(),
    /** How many of the opening messages are the prompt. */
    promptLength: integer("prompt_length").notNull().default(0),
    /** Values that tools extracted before this session branched off. */
    variables: jsonb("variables").$type<Record<string, unknown>>().notNull().default({}),
    /** Chats before this place are no longer part of the conversation: it was rewritten since. */
    firstSeq: integer("first_seq").notNull().default(0),
    customerId: text("customer_id"),
    phoneNumberId: text("phone_number_id"),
    expirationSeconds: integer("expiration_seconds").notNull(),
    /** `expirationSeconds` after its last chat. */
    expiresAt: instant("expires_at").notNull(),
    /** The public API token that began it; null for a caller of the organization itself. */
    tokenId: text("token_id"),
    /** The chat that is being answered, and how long that counts without a renewal. One at a time. */
    answeringChatId: text("answering_chat_id"),
    answeringUntil: instant("answering_until"),
  },
  (t) => [
    index("session_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("session_by_assistant").on(t.orgId, t.assistantId, t.createdAt.desc().nullsFirst()),
    index("session_of_texts")
      .on(t.orgId, t.phoneNumberId, sql`(customer ->> 'number')`, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`phone_number_id is not null`),
  ],
);

/** One message to an assistant and its answer. */
export const chat = pgTable(
  "chat",
  {
    ...entity,
    sessionId: text("session_id")
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    /** Place in its session, from 0. */
    seq: integer("seq").notNull(),
    name: text("name"),
    /** The chat that this one continues from, if its request named one. */
    previousChatId: text("previous_chat_id"),
    status: text("status").$type<ChatStatus>().notNull(),
    input: jsonb("input").$type<SaidMessage[]>().notNull(),
    output: jsonb("output").$type<ConversationMessage[]>().notNull(),
    /** Values that tools extracted in it. */
    variables: jsonb("variables").$type<Record<string, unknown>>().notNull().default({}),
    /** Who took the conversation of a squad or a workflow over, in order. */
    agents: jsonb("agents").$type<AgentStarted[]>().notNull().default([]),
    /** Why the model failed, for the organization's eyes. */
    failure: jsonb("failure").$type<{ provider: string; message: string }>(),
    /** What it cost. Null while it is being answered. */
    costs: jsonb("costs").$type<CostReport>(),
  },
  (t) => [
    uniqueIndex("chat_in_session").on(t.sessionId, t.seq),
    index("chat_list").on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
);
