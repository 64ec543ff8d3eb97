import { isDeepStrictEqual } from "node:util";
import { lineOf, type TestSuite } from "@callwright/contract";
import { and, count, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "../../../platform/db/connect.ts";
import { findResources, type ResourceRow } from "../../../platform/resource-kit/resource-store.ts";
import { pairsOf, stateOf } from "../run-store.ts";
import { personality, scenario, simulationItem, storedSimulation } from "../tables.ts";

/**
 * Whether a run had all of a suite as it is now: its own tests with each of its callers, its simulations, as often as it says. A run of some tests, or
 * from before a change of one of them, proves nothing.
 */
export async function isWholeSuite(db: Database, suite: ResourceRow, run: ResourceRow): Promise<boolean> {
  if (suite.updatedAt > run.createdAt) return false;
  const state = stateOf(run);
  const { simulationIds = [], callers = [], iterations = 1, medium, line } = suite.config as Partial<TestSuite>;
  // As many other callers may be easier ones.
  if (state.request?.simulations.some((entry) => entry.type === "simulationSuite" && entry.callers)) return false;
  // A run may be told another medium or another line, which may be easier.
  if (!state.tests.every(({ type }) => (state.medium ?? type) === (medium ?? type))) return false;
  const isBySound = state.tests.some(({ type }) => (medium ?? type) === "voice");
  if (isBySound && !isDeepStrictEqual(state.line, lineOf(line))) return false;
  const pairs = pairsOf(state);
  const own = await db
    .select({ id: scenario.id, updatedAt: scenario.updatedAt })
    .from(scenario)
    .where(and(eq(scenario.testSuiteId, suite.id), isNull(scenario.deletedAt)));
  const hasTests = own.every(({ id, updatedAt }) => {
    const place = state.tests.findIndex((test) => test.id === id);
    const isSame = state.tests[place]?.updatedAt === updatedAt.toISOString();
    return isSame && pairs.filter(({ test }) => test === place).length >= Math.max(callers.length, 1);
  });
  // A test that was deleted since may be the one that failed, or the only one that passed.
  const ranOwn = state.tests.filter(({ testSuiteId }) => testSuiteId === suite.id);
  if (!hasTests || ranOwn.length !== own.length) return false;
  const ran = new Set(pairs.map(({ simulationId }) => simulationId));
  if (!simulationIds.every((id) => ran.has(id.toLowerCase()))) return false;
  if (!(await isUnchanged(db, run, { simulationIds, callers }))) return false;
  const items = await db
    .select({ times: count() })
    .from(simulationItem)
    .where(eq(simulationItem.runId, run.id))
    .groupBy(simulationItem.test);
  return items.length === pairs.length && items.every(({ times }) => times >= iterations);
}

/** Whether the simulations and callers that the suite names are those of the run. */
async function isUnchanged(
  db: Database,
  { orgId, createdAt }: ResourceRow,
  { simulationIds, callers }: { simulationIds: readonly string[]; callers: readonly string[] },
): Promise<boolean> {
  const simulations = await findResources(db, orgId, { table: storedSimulation }, simulationIds);
  const named = simulations.map(({ config }) => config as { scenarioId: string; personalityId: string });
  // Callers of the gallery have keys, and change only with a release.
  const players = [...callers, ...named.map(({ personalityId }) => personalityId)];
  const rows = [
    ...simulations,
    ...(await findResources(db, orgId, { table: personality }, players)),
    ...(await findScenarios(
      db,
      orgId,
      named.map(({ scenarioId }) => scenarioId),
    )),
  ];
  return rows.every(({ updatedAt }) => updatedAt <= createdAt);
}

const findScenarios = (db: Database, orgId: string, ids: readonly string[]): Promise<Pick<ResourceRow, "updatedAt">[]> =>
  db
    .select({ updatedAt: scenario.updatedAt })
    .from(scenario)
    .where(
      and(
        eq(scenario.orgId, orgId),
        inArray(
          scenario.id,
          ids.map((id) => id.toLowerCase()),
        ),
      ),
    );
