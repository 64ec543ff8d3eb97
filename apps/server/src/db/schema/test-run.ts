import type { TestAttempt } from "@callwright/contract";
import { integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { testSuiteRun } from "./platform.ts";

/** An attempt of a run: one conversation of one of its tests. */
export const testAttempt = pgTable(
  "test_attempt",
  {
    runId: text("run_id")
      .notNull()
      .references(() => testSuiteRun.id, { onDelete: "cascade" }),
    orgId: text("org_id").notNull(),
    /** Place of the test among those of the run, from 0. */
    test: integer("test").notNull(),
    attempt: integer("attempt").notNull(),
    /** Null while it waits or is made. */
    result: jsonb("result").$type<TestAttempt>(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.test, t.attempt] })],
);
