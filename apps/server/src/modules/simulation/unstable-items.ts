import { createHash } from "node:crypto";
import { DEFAULT_LINE } from "@callwright/contract";
import { and, desc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../platform/db/connect.ts";
import type { ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { FIRST_SEED, pairsOf, type RunPair, stateOf, type TestRunState } from "./run-store.ts";
import { simulationItem, simulationRun } from "./tables.ts";

/** Runs of a suite that a new one is compared with. */
const EARLIER_RUNS = 20;

/** What decides a pair's conversations, but for the seed: two runs with the same print must agree. */
export function printOf(state: Omit<TestRunState, "pairs">, { test, caller }: Pick<RunPair, "test" | "caller">): string {
  const { tests, callers = [], target, targets = {}, tester, medium, line, phone } = state;
  const { id: _, createdAt: __, updatedAt: ___, ...scenario } = (tests[test] ?? {}) as Record<string, unknown>;
  const parts = [scenario, callers[caller ?? -1] ?? null, targets[test] ?? target, tester, medium ?? null, line ?? null];
  if (!line && (medium ?? tests[test]?.type) === "voice") parts.push(DEFAULT_LINE);
  if (phone) parts.push({ ...phone });
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url");
}

/**
 * Marks items whose verdict differs from that of the same pair and seed in an earlier run of the suite, in both runs. They never gate, because
 * chance decided at least one of them.
 */
export async function markUnstable(db: Database, run: ResourceRow): Promise<void> {
  const { testSuiteId } = stateOf(run);
  if (testSuiteId === undefined) return;
  const earlier = await db
    .select()
    .from(simulationRun)
    .where(
      and(
        eq(simulationRun.orgId, run.orgId),
        eq(simulationRun.testSuiteId, testSuiteId),
        ne(simulationRun.id, run.id),
        isNull(simulationRun.deletedAt),
        sql`${simulationRun.state} ->> 'status' = 'completed'`,
      ),
    )
    .orderBy(desc(simulationRun.createdAt))
    .limit(EARLIER_RUNS);
  const verdicts = await verdictsOf(db, [run, ...earlier]);
  const own = verdicts.filter(({ runId }) => runId === run.id);
  const marked = new Set<string>();
  for (const item of own) {
    const others = verdicts.filter(
      ({ runId, print, seed, result }) =>
        runId !== run.id && print === item.print && seed === item.seed && result !== item.result,
    );
    for (const { runId, test, attempt } of others.length > 0 ? [item, ...others] : []) marked.add(`${runId} ${test} ${attempt}`);
  }
  if (marked.size === 0) return;
  const place = sql`${simulationItem.runId} || ' ' || ${simulationItem.test} || ' ' || ${simulationItem.attempt}`;
  await db
    .update(simulationItem)
    .set({ result: sql`${simulationItem.result} || '{"isUnstable": true}'::jsonb` })
    .where(
      and(
        inArray(simulationItem.runId, [...new Set([...marked].map((key) => key.slice(0, key.indexOf(" "))))]),
        inArray(place, [...marked]),
      ),
    );
}

interface Verdict {
  runId: string;
  test: number;
  attempt: number;
  print: string;
  seed: number;
  result: string;
}

async function verdictsOf(db: Database, runs: readonly Pick<ResourceRow, "id" | "state">[]): Promise<Verdict[]> {
  const rows = await db
    .select({
      runId: simulationItem.runId,
      test: simulationItem.test,
      attempt: simulationItem.attempt,
      result: sql<string | null>`${simulationItem.result} ->> 'result'`,
    })
    .from(simulationItem)
    .where(
      inArray(
        simulationItem.runId,
        runs.map(({ id }) => id),
      ),
    );
  const states = new Map(runs.map((run) => [run.id, stateOf(run)]));
  return rows.flatMap(({ result, ...place }) => {
    const state = states.get(place.runId);
    const print = state && pairsOf(state)[place.test]?.print;
    if (result === null || print === undefined) return [];
    return [{ ...place, print, seed: (state?.seed ?? FIRST_SEED) + place.attempt, result }];
  });
}
