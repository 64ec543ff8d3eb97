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
import { changeRun, endedState, pairsOf, stateOf } from "./run-store.ts";
import { scenario, simulationRun, simulationSuite } from "./tables.ts";
import { requireUsableEvaluations } from "./verdict/evaluate.ts";

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
      await requireRunnableTest(context, caller, config);
      if (!previous) await requireSuiteWithRoom(context, caller, testSuiteId);
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
    release: releaseRun,
  });

/** A deleted run ends. */
export const releaseRun = ({ db, now }: ResourceContext, _orgId: string, { id }: ResourceRow) =>
  changeRun(db, id, endedState("The run was deleted.", now()), now());

/** A run without its attempts. */
function toRun(row: ResourceRow): TestRun {
  const whole = stateOf(row);
  const { tests, target, tester: _, isDraft, pairs: __, callers, request, medium, seed, startedAt, targets, ...state } = whole;
  const { assistantVersion } = target;
  return plainEntity({
    ...row,
    state: {
      ...state,
      testResults: pairsOf(whole).map(({ test }) => ({ test: tests[test], attempts: [] })),
      ...(isDraft && { isDraft }),
      ...(assistantVersion !== null && { assistantVersion }),
    },
  }) as TestRun;
}

/** Fails with `validation-failed` for a pattern that cannot be searched for, and as `requireUsableEvaluations` does. */
export async function requireRunnableTest(
  context: ResourceContext,
  { orgId }: OrgCaller,
  { scorers, evaluations = [] }: CreateSuiteTest,
): Promise<void> {
  const problems = scorers.flatMap(({ check }, index) => {
    const pattern = check && "match" in check && check.match === "pattern" ? openPattern(check.text) : undefined;
    return typeof pattern === "string" ? [`scorers.${index}.check.text ${pattern}`] : [];
  });
  if (problems.length > 0) throw invalid(...problems);
  await requireUsableEvaluations(context, orgId, evaluations);
}

const inSuite = (testSuiteId: string) => sql`test_suite_id = ${testSuiteId}`;

/**
 * Locks the suite until the end of the transaction, so that two simultaneous tests do not both take its last place. Fails with `reference-missing`
 * for an unknown suite.
 */
export async function requireSuiteWithRoom(context: ResourceContext, caller: OrgCaller, testSuiteId: string): Promise<void> {
  const suite = await findResourceForUpdate(context.db, caller.orgId, { table: simulationSuite }, testSuiteId);
  if (!suite) throw new PlatformError("not-found", { what: "Test suite" });
  const { metadata } = await suiteTests(testSuiteId).page(context, caller, PageQuery.parse({ limit: 0 }));
  if (metadata.totalItems >= TEST_SUITE_MAX_TESTS) throw new PlatformError("test-suite-full", { limit: TEST_SUITE_MAX_TESTS });
}
