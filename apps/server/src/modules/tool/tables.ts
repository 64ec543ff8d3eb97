import { boolean, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { resourceTable } from "../../platform/db/table-columns.ts";
import { call } from "../call/tables.ts";
import { chat, session } from "../chat/tables.ts";

export const tool = resourceTable("tool");

/** Runs of tools in calls and chats. They are deleted with their conversation, so that its retention applies, and with their tool. */
export const toolRun = pgTable(
  "tool_run",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    /** Null for an inline tool of an assistant. */
    toolId: text("tool_id").references(() => tool.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    callId: text("call_id").references(() => call.id, { onDelete: "cascade" }),
    chatId: text("chat_id").references(() => chat.id, { onDelete: "cascade" }),
    sessionId: text("session_id").references(() => session.id, { onDelete: "cascade" }),
    arguments: jsonb("arguments").$type<Record<string, unknown>>().notNull(),
    result: text("result").notNull(),
    failed: boolean("failed").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true, precision: 3 }).notNull(),
    durationMs: integer("duration_ms").notNull(),
  },
  (t) => [
    index("tool_run_of_tool").on(t.toolId, t.startedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("tool_run_of_call").on(t.callId),
    index("tool_run_of_chat").on(t.chatId),
    index("tool_run_of_session").on(t.sessionId),
  ],
);
