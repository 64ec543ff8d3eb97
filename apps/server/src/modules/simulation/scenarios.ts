import {
  type CreateScenario,
  type CreateSuiteTest,
  type Fields,
  type Scenario,
  type ScenarioQuery,
  CreateSuiteTest as StoredScenario,
} from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { OrgCaller } from "../../platform/http/caller.ts";
import type { ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { createResourceService, plainEntity, type ResourceService } from "../../platform/resource-kit/resource-service.ts";
import type { ResourceRow } from "../../platform/resource-kit/resource-store.ts";
import { requirePublicSource, requireRunnableTest, requireSuiteWithRoom } from "./service.ts";
import { scenario } from "./tables.ts";

const UNNAMED = "Unnamed";

/** Scenarios are stored as tests of suites are, with or without a suite. */
const stored = (testSuiteId?: string) =>
  createResourceService<CreateSuiteTest, Scenario>({
    noun: "Scenario",
    table: scenario,
    schema: StoredScenario,
    within: sql`${scenario.config} ->> 'type' <> 'chat.mockConversation'`,
    admit: async ({ context, caller, config, previous }) => {
      await requireRunnableTest(context, caller, config);
      await requirePublicSource(context, caller, config, previous);
      if (previous) return previous.state;
      if (testSuiteId === undefined) return {};
      await requireSuiteWithRoom(context, caller, testSuiteId);
      return { testSuiteId };
    },
    toEntity: (_, row) => toScenario(row),
  });

/** A row in the words of simulations. */
export function toScenario(row: ResourceRow): Scenario {
  const { script, ...others } = plainEntity(row);
  return {
    evaluations: [],
    ...others,
    name: (others.name as string | undefined) ?? UNNAMED,
    instructions: script,
  } as unknown as Scenario;
}

/** The words of simulations as they are stored. */
function toStored({ instructions, ...others }: Fields): Fields {
  return instructions === undefined ? others : { ...others, script: instructions };
}

const testOf = (config: Fields) => ({ type: "chat", scorers: [], ...toStored(config) }) as unknown as CreateSuiteTest;

export const scenarios: ResourceService<CreateScenario, Scenario, ResourceContext> = {
  ...stored(),
  create: (context: ResourceContext, caller: OrgCaller, { testSuiteId, ...config }: CreateScenario) =>
    stored(testSuiteId?.toLowerCase()).create(context, caller, testOf(config)),
  replace: (context: ResourceContext, caller: OrgCaller, id: string, { testSuiteId: _, ...config }: CreateScenario) =>
    stored().replace(context, caller, id, testOf(config)),
  update: async (context: ResourceContext, caller: OrgCaller, id: string, patch: object) =>
    stored().update(context, caller, id, toStored(patch as Fields)),
};

/** The conditions of a list's query. */
export function scenarioFilters({ idAny, name, testSuiteId }: ScenarioQuery): SQL[] {
  return [
    ...idFilter(sql`${scenario.id}`, idAny),
    ...nameFilter(sql`${scenario.config}`, name),
    ...(testSuiteId === undefined ? [] : [sql`${scenario.testSuiteId} = ${testSuiteId.toLowerCase()}`]),
  ];
}

export function idFilter(id: SQL, any: readonly string[] | undefined): SQL[] {
  return any ? [sql`${id} = any(${sql.param(any.map((each) => each.toLowerCase()))}::text[])`] : [];
}

/** Rows whose name has these characters, regardless of case. */
export function nameFilter(config: SQL, part: string | undefined): SQL[] {
  return part === undefined ? [] : [sql`strpos(lower(${config} ->> 'name'), lower(${part})) > 0`];
}
