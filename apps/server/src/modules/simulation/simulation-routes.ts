import {
  CreatePersonality,
  CreateSimulation,
  type CreateSimulationSuite,
  type CreateSuiteTest,
  CreateTestSuite,
  type ListQuery,
  type PageQuery,
  type Personality,
  personalityRoutes,
  type Simulation,
  type SimulationQuery,
  type SimulationSuite,
  type SimulationSuiteQuery,
  type SuiteTest,
  scenarioRoutes,
  simulationRunRoutes,
  simulationSuiteRoutes,
  TEST_NAME_MAX_CHARACTERS,
  simulationRoutes as table,
} from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { App } from "../../platform/http/app.ts";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { RunQueue } from "../../platform/jobs/runs.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import {
  createResourceService,
  plainEntity,
  type ResourceContext,
  type ResourceService,
} from "../../platform/resource-kit/resource-service.ts";
import { resolveTarget } from "../assistant/resolve-target.ts";
import { estimateRun } from "./estimate-run.ts";
import { requireNoGate } from "./gate/gated-suites.ts";
import { generateScenarios } from "./generate/generate-scenarios.ts";
import { testsOf } from "./run-service.ts";
import { idFilter, nameFilter, scenarioFilters, scenarios } from "./scenarios.ts";
import { requireKnownCallers, suiteTests, testSuites } from "./service.ts";
import * as runs from "./simulation-runs.ts";
import { personality, simulationSuite, storedSimulation } from "./tables.ts";

const personalities = createResourceService<CreatePersonality, Personality>({
  noun: "Personality",
  table: personality,
  schema: CreatePersonality,
});

const simulations = createResourceService<CreateSimulation, Simulation>({
  noun: "Simulation",
  table: storedSimulation,
  schema: CreateSimulation,
});

/** The rows of test suites, with the fields that hosts require. */
const suites = createResourceService<CreateTestSuite, SimulationSuite>({
  noun: "Simulation suite",
  table: simulationSuite,
  admit: requireKnownCallers,
  release: ({ db }, orgId, { id }) => requireNoGate(db, orgId, id),
  schema: CreateTestSuite,
  toEntity: (_, row) =>
    ({ name: "Unnamed", simulationIds: [], targetAssignments: [], ...plainEntity(row) }) as unknown as SimulationSuite,
}) as ResourceService<CreateSimulationSuite, SimulationSuite, ResourceContext>;

export function simulationRoutes(app: App, context: ServerContext, queue: RunQueue): void {
  registerRoutes(
    app,
    context,
    personalityRoutes,
    arrayHandlers("Personality", context, personalities, () => []),
  );
  registerRoutes(app, context, scenarioRoutes, {
    generateScenarios: async ({ caller: { orgId }, body, signal }) =>
      generateScenarios(context, { orgId, target: await resolveTarget(context, orgId, "chat", body), signal }),
    ...arrayHandlers("Scenario", context, scenarios, scenarioFilters),
  });
  registerRoutes(app, context, simulationSuiteRoutes, {
    ...arrayHandlers("SimulationSuite", context, suites, suiteFilters),
    duplicateSimulationSuite: ({ caller, params: { id } }) => duplicateSuite(context, caller, id),
  });
  registerRoutes(app, context, simulationRunRoutes, {
    createSimulationRun: ({ caller, body, origin }) => runs.createSimulationRun(context, caller, { body, origin, queue }),
    estimateSimulationRun: ({ caller, body }) => estimateRun(context, caller, body),
    listSimulationRuns: ({ caller, query }) => runs.listSimulationRuns(context, caller, query),
    getSimulationRun: ({ caller, params: { id } }) => runs.getSimulationRun(context, caller, id),
    cancelSimulationRun: ({ caller, params: { id } }) => runs.cancelSimulationRun(context, caller, id),
    deleteSimulationRun: ({ caller, params: { id } }) => runs.deleteSimulationRun(context, caller, id),
    restoreSimulationRun: ({ caller, params: { id } }) => runs.restoreSimulationRun(context, caller, id),
    getSimulationRunMatrix: ({ caller, params: { id } }) => runs.getMatrix(context, caller, id),
    listSimulationRunItems: ({ caller, params: { id }, query }) => runs.listItems(context, caller, id, query),
    getSimulationRunItem: ({ caller, params }) => runs.getItem(context, caller, params),
    cancelSimulationRunItem: ({ caller, params }) => runs.cancelItem(context, caller, params),
    scoreSimulationRunItem: ({ caller, params, body }) => runs.scoreItem(context, caller, params, body),
    suggestForSimulationRunItem: ({ caller, params, query: { force, persist }, signal }) =>
      runs.suggestForItem(context, caller, params, { force: force === "true", persist: persist !== "false", signal }),
  });
  // Last, because `run`, `suite` and the others are no ids.
  registerRoutes(app, context, table, {
    ...arrayHandlers("Simulation", context, simulations, simulationFilters),
    getSimulationConcurrency: ({ caller }) => runs.getConcurrency(context, caller),
  });
}

/** A copy of a suite with its own tests, all or nothing. */
function duplicateSuite(context: ServerContext, caller: OrgCaller, id: string): Promise<SimulationSuite> {
  return context.db.transaction(async (tx) => {
    const own = { ...context, db: tx };
    const config = CreateTestSuite.strip().parse(await suites.get(own, caller, id));
    const name = `${(config.name ?? "").slice(0, TEST_NAME_MAX_CHARACTERS - COPY.length)}${COPY}`;
    const copy = await testSuites.create(own, caller, { ...config, name });
    for (const test of await testsOf(own, caller, id, undefined)) await suiteTests(copy.id).create(own, caller, storedTest(test));
    return suites.get(own, caller, copy.id);
  });
}

const COPY = " (copy)";

const storedTest = ({ id: _, orgId: __, createdAt: ___, updatedAt: ____, testSuiteId: _____, ...config }: SuiteTest) =>
  config as unknown as CreateSuiteTest;

const suiteFilters = ({ name }: SimulationSuiteQuery) => nameFilter(sql`${simulationSuite.config}`, name);

function simulationFilters({ idAny, standaloneOnly }: SimulationQuery): SQL[] {
  const named = sql`exists (select 1 from ${simulationSuite} s where s.org_id = ${storedSimulation.orgId} and s.deleted_at is null and jsonb_exists(s.config -> 'simulationIds', ${storedSimulation.id}))`;
  return [...idFilter(sql`${storedSimulation.id}`, idAny), ...(standaloneOnly === "true" ? [sql`not ${named}`] : [])];
}

/** The handlers of `resourceHandlers`, with pages of lists that are bare arrays. */
function arrayHandlers<const Name extends string, Config extends object, Entity, Query extends PageQuery & ListQuery>(
  name: Name,
  context: ServerContext,
  service: ResourceService<Config, Entity, ResourceContext>,
  filters: (query: Query) => SQL[],
) {
  const paged: typeof service = {
    ...service,
    list: async (own, caller, query, conditions) => (await service.page(own, caller, query as Query, conditions)).results,
  };
  return resourceHandlers<Name, Config, Entity, ResourceContext, Query>(name, context, paged, filters);
}
