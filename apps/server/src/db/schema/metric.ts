import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { call } from "./platform.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * The figures of each call in a narrow row, for overviews of 100,000 calls: rows of `call` hold assistants and analyses, and reading them
 * takes seconds. The trigger `measure_call` copies columns of `call`; `measureCall` adds what events say when the call ends.
 */
export const callMetric = pgTable(
  "call_metric",
  {
    callId: text("call_id")
      .primaryKey()
      .references(() => call.id, { onDelete: "cascade" }),
    orgId: text("org_id").notNull(),
    createdAt: instant("created_at").notNull(),
    isDeleted: boolean("is_deleted").notNull(),
    type: text("type").notNull(),
    status: text("status").notNull(),
    assistantId: text("assistant_id"),
    endedReason: text("ended_reason"),
    /** The value of the rubric. */
    success: text("success"),
    /** From joining to the end. Null while the call runs, and when nobody joined. */
    seconds: doublePrecision("seconds"),
    /** US dollars. */
    cost: doublePrecision("cost").notNull(),
    /** The median wait of the turns that the caller began. Null: there were no such turns. */
    responseMs: integer("response_ms"),
    /** Means of those turns. */
    endpointingMs: integer("endpointing_ms"),
    transcriptMs: integer("transcript_ms"),
    modelMs: integer("model_ms"),
    toolMs: integer("tool_ms"),
    voiceMs: integer("voice_ms"),
    transportMs: integer("transport_ms"),
    toolCalls: integer("tool_calls"),
    toolErrors: integer("tool_errors"),
    /** Names of the tools that failed, each once. */
    failedTools: text("failed_tools").array(),
    /** Parts that failed while the call continued. */
    failures: integer("failures"),
  },
  (t) => [
    index("call_metric_list").on(t.orgId, t.createdAt),
    index("call_metric_tool_errors").on(t.orgId, t.createdAt).where(sql`tool_errors > 0`),
    index("call_metric_waits").on(t.orgId, t.responseMs),
    index("call_metric_of_assistant").on(t.orgId, t.assistantId, t.createdAt.desc().nullsFirst()),
  ],
);
