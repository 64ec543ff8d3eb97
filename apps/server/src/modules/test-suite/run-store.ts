import type { SuiteTest, TestAttempt, TestProgress, TestRun } from "@callwright/contract";
import { and, asc, count, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { openRow, type SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import type { Target } from "../assistant/resolve-target.ts";
import type { TesterConfig } from "./run-attempt.ts";
import { isOpenTestRun, testAttempt, testSuiteRun } from "./tables.ts";

/** The start state of a run, so that later changes of the suite and its target do not change it. */
export interface TestRunState {
  testSuiteId: string;
  status: TestRun["status"];
  tests: SuiteTest[];
  target: Target;
  tester: TesterConfig | null;
  isDraft: boolean;
  failure?: string;
  endedAt?: string;
}

export const stateOf = ({ state }: Pick<ResourceRow, "state">): TestRunState => state as unknown as TestRunState;

/** An attempt of a run. */
export interface Place {
  test: number;
  attempt: number;
}

export async function insertAttempts(
  db: Database,
  { id, orgId }: Pick<ResourceRow, "id" | "orgId">,
  places: readonly Place[],
): Promise<void> {
  await db.insert(testAttempt).values(places.map((place) => ({ runId: id, orgId, ...place })));
}

/** A run that has not ended. */
export async function findOpenRun(store: SealedDatabase, orgId: string, id: string): Promise<ResourceRow | undefined> {
  const [row] = await store.db
    .select()
    .from(testSuiteRun)
    .where(and(eq(testSuiteRun.orgId, orgId), eq(testSuiteRun.id, id), isOpenTestRun));
  return openRow(store, testSuiteRun, row);
}

export async function listOpenRuns(db: Database): Promise<{ orgId: string; id: string }[]> {
  return db.select({ orgId: testSuiteRun.orgId, id: testSuiteRun.id }).from(testSuiteRun).where(isOpenTestRun);
}

/** Without effect on a run that has ended. */
export async function changeRun(
  db: Database,
  id: string,
  change: Partial<Pick<TestRunState, "status" | "failure" | "endedAt">>,
  updatedAt: Date,
): Promise<void> {
  const state = sql`${testSuiteRun.state} || ${JSON.stringify(change)}::jsonb`;
  await db
    .update(testSuiteRun)
    .set({ state, updatedAt })
    .where(and(eq(testSuiteRun.id, id), isOpenTestRun));
}

/** How a run ends without all of its results. */
export const endedState = (failure: string, at: Date) => ({ status: "failed" as const, failure, endedAt: at.toISOString() });

export async function listWaiting(db: Database, runId: string): Promise<Place[]> {
  return db
    .select({ test: testAttempt.test, attempt: testAttempt.attempt })
    .from(testAttempt)
    .where(and(eq(testAttempt.runId, runId), isNull(testAttempt.result)))
    .orderBy(asc(testAttempt.test), asc(testAttempt.attempt));
}

/** False when its result is stored already, or its run has ended. */
export async function storeAttempt(db: Database, runId: string, { test, attempt }: Place, result: TestAttempt): Promise<boolean> {
  const open = db
    .select({ id: testSuiteRun.id })
    .from(testSuiteRun)
    .where(and(eq(testSuiteRun.id, runId), isOpenTestRun));
  const stored = await db
    .update(testAttempt)
    .set({ result })
    .where(
      and(
        eq(testAttempt.runId, runId),
        eq(testAttempt.test, test),
        eq(testAttempt.attempt, attempt),
        isNull(testAttempt.result),
        exists(open),
      ),
    )
    .returning({ runId: testAttempt.runId });
  return stored.length > 0;
}

export interface StoredAttempt extends Place {
  result: TestAttempt;
}

/** The attempts with a result, by their run. Without `isWhole` they have no greeting and no turns. */
export async function listAttempts(
  db: Database,
  runIds: readonly string[],
  { isWhole }: { isWhole: boolean },
): Promise<Map<string, StoredAttempt[]>> {
  const rows = await db
    .select({
      runId: testAttempt.runId,
      test: testAttempt.test,
      attempt: testAttempt.attempt,
      result: isWhole ? testAttempt.result : sql<TestAttempt | null>`${testAttempt.result} - 'turns' - 'greeting'`,
    })
    .from(testAttempt)
    .where(inArray(testAttempt.runId, [...runIds]))
    .orderBy(asc(testAttempt.test), asc(testAttempt.attempt));
  const attempts = new Map<string, StoredAttempt[]>(runIds.map((id) => [id, []]));
  for (const { runId, result, ...place } of rows) if (result) attempts.get(runId)?.push({ ...place, result });
  return attempts;
}

export async function countAttempts(db: Database, runIds: readonly string[]): Promise<Map<string, TestProgress>> {
  const result = sql<string | null>`${testAttempt.result} ->> 'result'`;
  const rows = await db
    .select({ runId: testAttempt.runId, result, attempts: count() })
    .from(testAttempt)
    .where(inArray(testAttempt.runId, [...runIds]))
    .groupBy(testAttempt.runId, result);
  const sumOf = (runId: string, wanted?: string) =>
    rows
      .filter((each) => each.runId === runId && (wanted === undefined || each.result === wanted))
      .reduce((sum, each) => sum + each.attempts, 0);
  return new Map(runIds.map((id) => [id, { total: sumOf(id), passed: sumOf(id, "pass"), failed: sumOf(id, "fail") }]));
}
