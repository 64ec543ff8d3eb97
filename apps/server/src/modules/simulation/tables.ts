import type {
  EvaluationResult,
  HumanScore,
  ItemImprovements,
  ItemScore,
  LatencyMetrics,
  SimulationMetrics,
  TestAttempt,
} from "@callwright/contract";
import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, resource, resourceTable } from "../../platform/db/table-columns.ts";

/** A table of a suite's parts, which have the same state and are deleted with it. */
function tableInSuite<const Name extends string>(name: Name) {
  const testSuiteId = text("test_suite_id")
    .generatedAlwaysAs(sql`state ->> 'testSuiteId'`)
    .references(() => simulationSuite.id, { onDelete: "cascade" });
  return pgTable(name, { ...resource, testSuiteId }, (t) => [
    index(`${name}_list`).on(t.testSuiteId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index(`${name}_all`).on(t.orgId, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ]);
}

// The tables of suites, scenarios, runs and items have the names of what simulations grew from: test suites.
export const simulationSuite = resourceTable("test_suite");

/** A test of a suite, or a scenario that stands alone. */
export const scenario = tableInSuite("test_suite_test");

export const simulationRun = tableInSuite("test_suite_run");

export const personality = resourceTable("personality");

/** A scenario with a personality. */
export const storedSimulation = resourceTable("simulation");

/** What an item has besides an attempt of a test suite. */
export interface ItemExtras {
  evaluations?: EvaluationResult[];
  /** Absent in results of older servers, as the next two. */
  metrics?: SimulationMetrics;
  latencyMetrics?: LatencyMetrics;
  score?: ItemScore;
  humanScores?: HumanScore[];
  improvementSuggestions?: ItemImprovements;
  /** Another item of the same seed had the other verdict. */
  isUnstable?: boolean;
}

/** The result of an item. Answers of test suites leave out the extras. */
export type ItemResult = TestAttempt & ItemExtras;

/** Whether a run is open. A deleted run counts as ended. */
export const isOpenTestRun = sql<boolean>`(${simulationRun.deletedAt} is null and ${simulationRun.state} ->> 'status' in ('queued', 'in-progress'))`;

/** An item of a run: one conversation of one of its pairs of a scenario and a caller. */
export const simulationItem = pgTable(
  "test_attempt",
  {
    runId: text("run_id")
      .notNull()
      .references(() => simulationRun.id, { onDelete: "cascade" }),
    orgId: text("org_id").notNull(),
    /** Place of the pair in the run, from 0. */
    test: integer("test").notNull(),
    /** Place of the iteration, from 0. */
    attempt: integer("attempt").notNull(),
    /** Null while it waits or runs, and if it was canceled. */
    result: jsonb("result").$type<ItemResult>(),
    /** Null while it waits, and when it has a result. */
    status: text("status").$type<"running" | "evaluating" | "canceled">(),
    startedAt: instant("started_at"),
    endedAt: instant("ended_at"),
  },
  (t) => [primaryKey({ columns: [t.runId, t.test, t.attempt] })],
);
