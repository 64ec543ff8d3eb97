import {
  CreateSuiteTest,
  CreateTestRun,
  CreateTestSuite,
  invalid,
  PageQuery,
  PlatformError,
  type SuiteTest,
  TEST_SUITE_MAX_TESTS,
  type TestRun,
  type TestSuite,
} from "@callwright/contract";
import { openPattern } from "@callwright/engine/conversation";
import { sql } from "drizzle-orm";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { createResourceService, plainEntity, type ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { findResourceForUpdate, type ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { changeRun, endedState, stateOf } from "./run-store.ts";
import { scenario, simulationRun, simulationSuite } from "./tables.ts";

export const testSuites = createResourceService<CreateTestSuite, TestSuite>({
  noun: "Test suite",
  table: simulationSuite,
  schema: CreateTestSuite,
});

/** The tests of one suite. */
export const suiteTests = (testSuiteId: string) =>
  createResourceService<CreateSuiteTest, SuiteTest>({
    noun: "Test",
    table: scenario,
    schema: CreateSuiteTest,
    kind: "type",
    within: inSuite(testSuiteId),
    admit: async ({ context, caller, config, previous }) => {
      requireRunnableTest(config);
      if (!previous) await requireRoom(context, caller, testSuiteId);
      return { testSuiteId };
    },
  });

/** The runs of one suite. */
export const testRuns = (testSuiteId: string) =>
  createResourceService<CreateTestRun, TestRun>({
    noun: "Run",
    table: simulationRun,
    schema: CreateTestRun,
    within: inSuite(testSuiteId),
    toEntity: (_, row) => toRun(row),
    release: ({ db, now }, _, { id }) => changeRun(db, id, endedState("The run was deleted.", now()), now()),
  });

/** A run without its attempts. */
function toRun(row: ResourceRow): TestRun {
  const { tests, target, tester: _, isDraft, ...state } = stateOf(row);
  const { assistantVersion } = target;
  return plainEntity({
    ...row,
    state: {
      ...state,
      testResults: tests.map((test) => ({ test, attempts: [] })),
      ...(isDraft && { isDraft }),
      ...(assistantVersion !== null && { assistantVersion }),
    },
  }) as TestRun;
}

/** Fails with `validation-failed` for a pattern that cannot be searched for. */
function requireRunnableTest({ scorers }: CreateSuiteTest): void {
  const problems = scorers.flatMap(({ check }, index) => {
    const pattern = check && "match" in check && check.match === "pattern" ? openPattern(check.text) : undefined;
    return typeof pattern === "string" ? [`scorers.${index}.check.text ${pattern}`] : [];
  });
  if (problems.length > 0) throw invalid(...problems);
}

const inSuite = (testSuiteId: string) => sql`test_suite_id = ${testSuiteId}`;

/** Locks the suite until the end of the transaction, so that two simultaneous tests do not both take its last place. */
async function requireRoom(context: ResourceContext, caller: OrgCaller, testSuiteId: string): Promise<void> {
  await findResourceForUpdate(context.db, caller.orgId, { table: simulationSuite }, testSuiteId);
  const { metadata } = await suiteTests(testSuiteId).page(context, caller, PageQuery.parse({ limit: 0 }));
  if (metadata.totalItems >= TEST_SUITE_MAX_TESTS) throw new PlatformError("test-suite-full", { limit: TEST_SUITE_MAX_TESTS });
}
