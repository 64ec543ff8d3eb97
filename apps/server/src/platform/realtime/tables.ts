import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../db/table-columns.ts";

/**
 * Completed mutations of realtime clients, with their results: a client that lost its connection repeats unanswered requests. Written in the
 * mutation's own transaction.
 */
export const realtimeMutation = pgTable(
  "realtime_mutation",
  {
    /** The client's session, for as long as its page is open. */
    sessionId: text("session_id").notNull(),
    requestId: bigint("request_id", { mode: "number" }).notNull(),
    /** The sender. Only the sender gets the result. */
    subject: text("subject").notNull(),
    /** The time of the commit, on the clock of the protocol. */
    ts: bigint("ts", { mode: "bigint" }).notNull(),
    /** JSON in the protocol's form. Stored as text, because PostgreSQL's JSON cannot hold every value. */
    result: text("result").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.requestId] }), index("realtime_mutation_age").on(t.createdAt)],
);
