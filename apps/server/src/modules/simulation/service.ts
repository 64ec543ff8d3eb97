import {
  CreateSuiteTest,
  CreateTestRun,
  CreateTestSuite,
  type Fields,
  invalid,
  PageQuery,
  PERSONALITIES,
  PlatformError,
  type SuiteTest,
  TEST_SUITE_MAX_TESTS,
  type TestRun,
  type TestSuite,
} from "@callwright/contract";
import { openPattern } from "@callwright/engine/conversation";
import { and, eq, sql } from "drizzle-orm";
import { isPrivateCall } from "../../platform/compliance/privacy.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { createResourceService, plainEntity, type ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { findResourceForUpdate, findResources, type ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { call } from "../call/tables.ts";
import { endRun } from "./gate/end-run.ts";
import { requireNoGate } from "./gate/gated-suites.ts";
import { endedState, pairsOf, stateOf } from "./run-store.ts";
import { personality, scenario, simulationRun, simulationSuite } from "./tables.ts";
import { requireUsableEvaluations } from "./verdict/evaluate.ts";

export const testSuites = createResourceService<CreateTestSuite, TestSuite>({
  noun: "Test suite",
  table: simulationSuite,
  schema: CreateTestSuite,
  admit: requireKnownCallers,
  release: ({ db }, orgId, { id }) => requireNoGate(db, orgId, id),
});

/**
 * Fails with `validation-failed` for an added caller that is neither a personality nor in the gallery. Kept callers are not checked: a deleted
 * personality must not block changes of other fields. Returns the suite's state as it was.
 */
export async function requireKnownCallers({
  context,
  caller: { orgId },
  config: { callers = [] },
  previous,
}: {
  context: ResourceContext;
  caller: OrgCaller;
  config: CreateTestSuite;
  previous: ResourceRow | undefined;
}): Promise<Fields> {
  const kept = (previous?.config as Partial<CreateTestSuite> | undefined)?.callers ?? [];
  const added = callers.filter((each) => !GALLERY_KEYS.includes(each) && !kept.includes(each));
  const rows = added.length === 0 ? [] : await findResources(context.db, orgId, { table: personality }, added);
  const unknown = added.filter((each) => rows.every(({ id }) => id !== each.toLowerCase()));
  const sentence = `must be the id of a personality of this organization, or one of ${GALLERY_KEYS.join(", ")}`;
  if (unknown.length > 0)
    throw invalid(...unknown.map((each) => `callers.${callers.indexOf(each)} ${sentence}; '${each}' is neither`));
  return previous?.state ?? {};
}

const GALLERY_KEYS: readonly string[] = PERSONALITIES.map(({ key }) => key);

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
      await requirePublicSource(context, caller, config, previous);
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
export async function releaseRun(context: ResourceContext, orgId: string, { id }: ResourceRow): Promise<void> {
  await endRun(context, { orgId, id }, endedState("The run was deleted.", context.now()));
}

/** A run without its attempts. */
function toRun(row: ResourceRow): TestRun {
  const whole = stateOf(row);
  const {
    tests,
    target,
    tester: _,
    isDraft,
    pairs: __,
    callers,
    request,
    medium,
    phone: ___,
    seed,
    startedAt,
    targets,
    gate,
    ...state
  } = whole;
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

/**
 * Fails with `validation-failed` for a pattern that cannot be searched for, and as `requireUsableEvaluations` does. `at`: what stands before the
 * fields in the problems, with a dot at its end.
 */
export async function requireRunnableTest(
  context: ResourceContext,
  { orgId }: OrgCaller,
  { scorers, evaluations = [] }: Pick<CreateSuiteTest, "scorers" | "evaluations">,
  at = "",
): Promise<void> {
  const problems = scorers.flatMap(({ check }, index) => {
    const pattern = check && "match" in check && check.match === "pattern" ? openPattern(check.text) : undefined;
    return typeof pattern === "string" ? [`${at}scorers.${index}.check.text ${pattern}`] : [];
  });
  if (problems.length > 0) throw invalid(...problems);
  await requireUsableEvaluations(context, orgId, evaluations, at);
}

/** Fails with `validation-failed` for a test of a call with a HIPAA or PCI plan: what was said in it must not be stored. */
export async function requirePublicSource(
  { db }: ResourceContext,
  { orgId }: OrgCaller,
  { callId }: Pick<CreateSuiteTest, "callId">,
  previous: ResourceRow | undefined,
): Promise<void> {
  const known = (previous?.config as Partial<CreateSuiteTest> | undefined)?.callId;
  if (callId === undefined || callId === known) return;
  const id = callId.toLowerCase();
  const found = await db
    .select({ id: call.id })
    .from(call)
    .where(and(eq(call.orgId, orgId), eq(call.id, id), isPrivateCall));
  if (found.length > 0)
    throw invalid(
      "callId must not name a call with a HIPAA or PCI plan: nothing that was said in it may be stored. Write the test by hand, without callId",
    );
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
