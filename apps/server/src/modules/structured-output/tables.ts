import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, resourceTable } from "../../platform/db/table-columns.ts";
import { call } from "../call/tables.ts";

export const structuredOutput = resourceTable("structured_output");

/** A run that extracts one structured output from many calls. */
export const outputRun = pgTable(
  "output_run",
  {
    id: text("id").primaryKey(),
    orgId: text("org_id").notNull(),
    createdAt: instant("created_at").notNull(),
    endedAt: instant("ended_at"),
    /** The key of its results in calls: the stored output's id, or the name of an output that is not stored. */
    outputKey: text("output_key").notNull(),
    /** As it was when the run began. */
    output: jsonb("output").$type<Record<string, unknown>>().notNull(),
    status: text("status").$type<"queued" | "running" | "completed" | "canceled">().notNull(),
    total: integer("total").notNull(),
  },
  (t) => [index("output_run_list").on(t.orgId, t.outputKey, t.createdAt.desc().nullsFirst())],
);

/** A call of a run. */
export const outputRunCall = pgTable(
  "output_run_call",
  {
    runId: text("run_id")
      .notNull()
      .references(() => outputRun.id, { onDelete: "cascade" }),
    callId: text("call_id")
      .notNull()
      .references(() => call.id, { onDelete: "cascade" }),
    status: text("status").$type<"waiting" | "done" | "failed" | "skipped">().notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.callId] }), index("output_run_call_of").on(t.callId)],
);
