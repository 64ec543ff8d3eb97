import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../db/table-columns.ts";

/**
 * Mutations of realtime clients that were done, with what they answered: a client that lost its connection sends again what it has
 * seen no answer to. Written in the mutation's own transaction.
 */
export const realtimeMutation = pgTable(
  "realtime_mutation",
  {
    /** The client's session, for as long as its page is open. */
    sessionId: text("session_id").notNull(),
    requestId: bigint("request_id", { mode: "number" }).notNull(),
    /** The sender. Nobody else gets the answer. */
    subject: text("subject").notNull(),
    /** The time of the commit, on the clock of the protocol. */
    ts: bigint("ts", { mode: "bigint" }).notNull(),
    /** JSON, as the protocol writes values. Text, because PostgreSQL's JSON does not hold every one of them. */
    result: text("result").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.requestId] }), index("realtime_mutation_age").on(t.createdAt)],
);
