import type { CallControl, CallSupervisor } from "@callwright/contract";
import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { call } from "./platform.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

const ofCall = {
  id: text("id").primaryKey(),
  orgId: text("org_id").notNull(),
  callId: text("call_id")
    .notNull()
    .references(() => call.id, { onDelete: "cascade" }),
  createdAt: instant("created_at").notNull(),
};

/**
 * Mutations of realtime clients that were done, with what they answered: a client that lost its connection sends again what it has
 * seen no answer to. Written in the mutation's own transaction.
 */
export const realtimeMutation = pgTable(
  "realtime_mutation",
  {
    /** Of the client, for as long as its page is open. */
    sessionId: text("session_id").notNull(),
    requestId: bigint("request_id", { mode: "number" }).notNull(),
    /** Who sent it. Nobody else is told the answer. */
    subject: text("subject").notNull(),
    /** Of the commit, on the clock of the protocol. */
    ts: bigint("ts", { mode: "bigint" }).notNull(),
    /** JSON, as the protocol writes values. Text, because PostgreSQL's JSON does not hold every one of them. */
    result: text("result").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.requestId] }), index("realtime_mutation_age").on(t.createdAt)],
);

/** What people of the organization have written beside a call. */
export const callNote = pgTable(
  "call_note",
  {
    ...ofCall,
    /** Null for an API token. */
    userId: text("user_id"),
    /** As it was called then. */
    authorName: text("author_name").notNull(),
    text: text("text").notNull(),
  },
  (t) => [index("call_note_list").on(t.callId, t.createdAt)],
);

/** What supervisors send into running calls, for the node that hosts the call to take. */
export const callCommand = pgTable(
  "call_command",
  {
    ...ofCall,
    message: jsonb("message").$type<CallControl>().notNull(),
    /** As they were called then. */
    sentBy: jsonb("sent_by").$type<CallSupervisor>().notNull(),
    /** By the host's node, which is the only one to carry it out. */
    takenAt: instant("taken_at"),
  },
  (t) => [index("call_command_of_call").on(t.callId, t.createdAt), index("call_command_age").on(t.createdAt)],
);
