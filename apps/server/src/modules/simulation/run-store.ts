import type { SuiteTest, TestAttempt, TestProgress, TestRun } from "@callwright/contract";
import { and, asc, count, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { openRow, type SealedDatabase } from "../../platform/secrets/sealed-headers.ts";
import type { Target } from "../assistant/resolve-target.ts";
import type { TesterConfig } from "./run-attempt.ts";
import { isOpenTestRun, simulationItem, simulationRun } from "./tables.ts";

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
  await db.insert(simulationItem).values(places.map((place) => ({ runId: id, orgId, ...place })));
}

/** A run that has not ended. */
export async function findOpenRun(store: SealedDatabase, orgId: string, id: string): Promise<ResourceRow | undefined> {
  const [row] = await store.db
    .select()
    .from(simulationRun)
    .where(and(eq(simulationRun.orgId, orgId), eq(simulationRun.id, id), isOpenTestRun));
  return openRow(store, simulationRun, row);
}

export async function listOpenRuns(db: Database): Promise<{ orgId: string; id: string }[]> {
  return db.select({ orgId: simulationRun.orgId, id: simulationRun.id }).from(simulationRun).where(isOpenTestRun);
}

/** Without effect on a run that has ended. */
export async function changeRun(
  db: Database,
  id: string,
  change: Partial<Pick<TestRunState, "status" | "failure" | "endedAt">>,
  updatedAt: Date,
): Promise<void> {
  const state = sql`${simulationRun.state} || ${JSON.stringify(change)}::jsonb`;
  await db
    .update(simulationRun)
    .set({ state, updatedAt })
    .where(and(eq(simulationRun.id, id), isOpenTestRun));
}

/** How a run ends without all of its results. */
export const endedState = (failure: string, at: Date) => ({ status: "failed" as const, failure, endedAt: at.toISOString() });

export async function listWaiting(db: Database, runId: string): Promise<Place[]> {
  return db
    .select({ test: simulationItem.test, attempt: simulationItem.attempt })
    .from(simulationItem)
    .where(and(eq(simulationItem.runId, runId), isNull(simulationItem.result)))
    .orderBy(asc(simulationItem.test), asc(simulationItem.attempt));
}

/** False when its result is stored already, or its run has ended. */
export async function storeAttempt(db: Database, runId: string, { test, attempt }: Place, result: TestAttempt): Promise<boolean> {
  const open = db
    .select({ id: simulationRun.id })
    .from(simulationRun)
    .where(and(eq(simulationRun.id, runId), isOpenTestRun));
  const stored = await db
    .update(simulationItem)
    .set({ result })
    .where(
      and(
        eq(simulationItem.runId, runId),
        eq(simulationItem.test, test),
        eq(simulationItem.attempt, attempt),
        isNull(simulationItem.result),
        exists(open),
      ),
    )
    .returning({ runId: simulationItem.runId });
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
      runId: simulationItem.runId,
      test: simulationItem.test,
      attempt: simulationItem.attempt,
      result: isWhole ? simulationItem.result : sql<TestAttempt | null>`${simulationItem.result} - 'turns' - 'greeting'`,
    })
    .from(simulationItem)
    .where(inArray(simulationItem.runId, [...runIds]))
    .orderBy(asc(simulationItem.test), asc(simulationItem.attempt));
  const attempts = new Map<string, StoredAttempt[]>(runIds.map((id) => [id, []]));
  for (const { runId, result, ...place } of rows) if (result) attempts.get(runId)?.push({ ...place, result });
  return attempts;
}

export async function countAttempts(db: Database, runIds: readonly string[]): Promise<Map<string, TestProgress>> {
  const result = sql<string | null>`${simulationItem.result} ->> 'result'`;
  const rows = await db
    .select({ runId: simulationItem.runId, result, attempts: count() })
    .from(simulationItem)
    .where(inArray(simulationItem.runId, [...runIds]))
    .groupBy(simulationItem.runId, result);
  const sumOf = (runId: string, wanted?: string) =>
    rows
      .filter((each) => each.runId === runId && (wanted === undefined || each.result === wanted))
      .reduce((sum, each) => sum + each.attempts, 0);
  return new Map(runIds.map((id) => [id, { total: sumOf(id), passed: sumOf(id, "pass"), failed: sumOf(id, "fail") }]));
}
