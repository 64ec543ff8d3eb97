import type { TestAttempt } from "@callwright/contract";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { resource, resourceTable } from "../../platform/db/table-columns.ts";

/** A table of a suite's parts, which have the same state and are deleted with it. */
function tableInSuite<const Name extends string>(name: Name) {
  const testSuiteId = text("test_suite_id")
    .generatedAlwaysAs(sql`state ->> 'testSuiteId'`)
    .references(() => simulationSuite.id, { onDelete: "cascade" });
  return pgTable(name, { ...resource, testSuiteId }, (t) => [
    index(`${name}_list`).on(t.testSuiteId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ]);
}

export const simulationSuite = resourceTable("test_suite");

export const scenario = tableInSuite("test_suite_test");

export const simulationRun = tableInSuite("test_suite_run");

/** Whether a run is open. A deleted run counts as ended. */
export const isOpenTestRun = sql<boolean>`(${simulationRun.deletedAt} is null and ${simulationRun.state} ->> 'status' in ('queued', 'in-progress'))`;

/** An attempt of a run: one conversation of one of its tests. */
export const simulationItem = pgTable(
  "test_attempt",
  {
    runId: text("run_id")
      .notNull()
      .references(() => simulationRun.id, { onDelete: "cascade" }),
    orgId: text("org_id").notNull(),
    /** Place of the test in the run, from 0. */
    test: integer("test").notNull(),
    attempt: integer("attempt").notNull(),
    /** Null while it waits or runs. */
    result: jsonb("result").$type<TestAttempt>(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.test, t.attempt] })],
);
