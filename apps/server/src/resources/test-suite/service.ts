import {
  CreateSuiteTest,
  CreateTestRun,
  CreateTestSuite,
  PageQuery,
  PlatformError,
  type SuiteTest,
  TEST_SUITE_MAX_TESTS,
  type TestRun,
  type TestSuite,
} from "@callwright/contract";
import { sql } from "drizzle-orm";
import { testSuite, testSuiteRun, testSuiteTest } from "../../db/schema/platform.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { createResourceService, type ResourceContext } from "../../resource-kit/resource-service.ts";
import { findResourceForUpdate } from "../../resource-kit/resource-store.ts";

export const testSuites = createResourceService<CreateTestSuite, TestSuite>({
  noun: "Test suite",
  table: testSuite,
  schema: CreateTestSuite,
});

/** The tests of one suite. */
export const suiteTests = (testSuiteId: string) =>
  createResourceService<CreateSuiteTest, SuiteTest>({
    noun: "Test",
    table: testSuiteTest,
    schema: CreateSuiteTest,
    kind: "type",
    within: inSuite(testSuiteId),
    admit: async ({ context, caller, previous }) => {
      if (!previous) await requireRoom(context, caller, testSuiteId);
      return { testSuiteId };
    },
  });

/** The runs of one suite. */
export const testRuns = (testSuiteId: string) =>
  createResourceService<CreateTestRun, TestRun>({
    noun: "Run",
    table: testSuiteRun,
    schema: CreateTestRun,
    within: inSuite(testSuiteId),
  });

const inSuite = (testSuiteId: string) => sql`test_suite_id = ${testSuiteId}`;

/** Takes the suite until the end of the transaction, so that two tests at once do not both take its last place. */
async function requireRoom(context: ResourceContext, caller: OrgCaller, testSuiteId: string): Promise<void> {
  await findResourceForUpdate(context.db, caller.orgId, { table: testSuite }, testSuiteId);
  const { metadata } = await suiteTests(testSuiteId).page(context, caller, PageQuery.parse({ limit: 0 }));
  if (metadata.totalItems >= TEST_SUITE_MAX_TESTS) throw new PlatformError("test-suite-full", { limit: TEST_SUITE_MAX_TESTS });
}
