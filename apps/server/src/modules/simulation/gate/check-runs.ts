import type { GateCheck, TestSuite } from "@callwright/contract";
import { and, count, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { findResources, type ResourceRow } from "../../../platform/resource-kit/resource-store.ts";
import type { CandidateGate } from "../../assistant/tables.ts";
import { stateOf } from "../run-store.ts";
import { simulationItem, simulationRun, simulationSuite } from "../tables.ts";
import { isWholeSuite } from "./whole-suite.ts";

/** What runs say about a gate. Only the rows of runs are read, so that every way to make a run counts. */

/** A share of 0.95 of 20 is 19, not 20: 0.95 * 20 is 19.000000000000004 in other fractions. */
const ROUNDING = 1e-9;

interface Verdict {
  passed: number;
  total: number;
}

/** All items, also canceled ones, but for unstable ones: the same seed gave two verdicts. */
async function countVerdicts(db: Database, runIds: readonly string[]): Promise<Map<string, Verdict>> {
  if (runIds.length === 0) return new Map();
  const passed = sql<number>`(count(*) filter (where ${simulationItem.result} ->> 'result' = 'pass'))::int`;
  const rows = await db
    .select({ runId: simulationItem.runId, passed, total: count() })
    .from(simulationItem)
    .where(
      and(inArray(simulationItem.runId, [...runIds]), sql`${simulationItem.result} ->> 'isUnstable' is distinct from 'true'`),
    )
    .groupBy(simulationItem.runId);
  return new Map(rows.map(({ runId, ...verdict }) => [runId, verdict]));
}

interface Looked {
  suiteId: string;
  suite: ResourceRow | undefined;
  run: ResourceRow | undefined;
  /** The run was made of the suite as it is now. */
  isCurrent: boolean;
}

async function check(db: Database, looked: readonly Looked[], minimum: number | undefined): Promise<GateCheck[]> {
  const verdicts = await countVerdicts(
    db,
    looked.flatMap(({ run }) => (run ? [run.id] : [])),
  );
  return looked.map(({ suiteId, suite, run, isCurrent }) => {
    const { name, gate } = (suite?.config ?? {}) as Pick<TestSuite, "name" | "gate">;
    const named = { testSuiteId: suiteId, ...(name !== undefined && { name }) };
    if (!run || !isCurrent) return { ...named, status: "missing" as const, passed: 0, total: 0, needed: 0 };
    const { passed, total } = verdicts.get(run.id) ?? { passed: 0, total: 0 };
    const needed = Math.ceil((gate?.minimum ?? minimum ?? 1) * total - ROUNDING);
    return { ...named, status: statusOf(run, { passed, total, needed }), runId: run.id, passed, total, needed };
  });
}

/** Without a result that counts, nothing has passed. A run that was deleted has ended. */
function statusOf(run: ResourceRow, { passed, total, needed }: Verdict & { needed: number }): GateCheck["status"] {
  const { status } = stateOf(run);
  if (run.deletedAt === null && (status === "queued" || status === "in-progress")) return "running";
  return status === "completed" && total > 0 && passed >= needed ? "passed" : "failed";
}

/** The runs that a candidate waits for. */
export async function checkRuns(db: Database, orgId: string, { minimum, runs }: CandidateGate): Promise<GateCheck[]> {
  const suites = await suitesOf(
    db,
    orgId,
    runs.map(({ testSuiteId }) => testSuiteId),
  );
  const rows = await db
    .select()
    .from(simulationRun)
    .where(
      and(
        eq(simulationRun.orgId, orgId),
        inArray(
          simulationRun.id,
          runs.map(({ runId }) => runId),
        ),
      ),
    );
  const looked = runs.map(({ testSuiteId: suiteId, runId }) => ({
    suiteId,
    suite: suites.get(suiteId),
    run: rows.find(({ id }) => id === runId),
    isCurrent: true,
  }));
  const checks = await check(db, looked, minimum);
  // The rows of a run that was purged are gone: it cannot pass any more.
  return checks.map((each, index) =>
    each.status === "missing" ? { ...each, status: "failed" as const, runId: runs[index]?.runId ?? "" } : each,
  );
}

/** The newest run of each suite with the configuration of this key. */
export async function checkKey(
  db: Database,
  orgId: string,
  key: string,
  { suiteIds, minimum }: { suiteIds: readonly string[]; minimum?: number | undefined },
): Promise<GateCheck[]> {
  const suites = await suitesOf(db, orgId, suiteIds);
  const looked: Looked[] = [];
  for (const suiteId of suiteIds) {
    const suite = suites.get(suiteId);
    const [run] = await db
      .select()
      .from(simulationRun)
      .where(
        and(
          eq(simulationRun.orgId, orgId),
          eq(simulationRun.testSuiteId, suiteId),
          isNull(simulationRun.deletedAt),
          sql`${simulationRun.state} #>> '{gate,key}' = ${key}`,
        ),
      )
      .orderBy(desc(simulationRun.createdAt), desc(simulationRun.id))
      .limit(1);
    const isCurrent = suite !== undefined && run !== undefined && (await isWholeSuite(db, suite, run));
    looked.push({ suiteId, suite, run, isCurrent });
  }
  return check(db, looked, minimum);
}

async function suitesOf(db: Database, orgId: string, ids: readonly string[]): Promise<Map<string, ResourceRow>> {
  const rows = await findResources(db, orgId, { table: simulationSuite }, ids);
  return new Map(rows.map((row) => [row.id, row]));
}
