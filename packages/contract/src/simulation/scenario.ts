import { z } from "zod";
import { EntityFields, Id } from "../wire/entity.ts";
import { TEST_NAME_MAX_CHARACTERS, TEST_SCRIPT_MAX_CHARACTERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { exactlyOneOf } from "../wire/one-of.ts";
import { patchOf } from "../wire/patch-of.ts";
import { repeatable } from "../wire/query-value.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { scenarioNoun } from "./scenario-noun.ts";
import { ScenarioExtras, TestFields } from "./suite-test.ts";

const { name: _, script: __, scorers, ...testFields } = TestFields;

/** A test in the words of simulations: its script is `instructions` here. */
const ScenarioFields = {
  name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS),
  instructions: z.string().max(TEST_SCRIPT_MAX_CHARACTERS).meta({
    description:
      "What the caller does. Without a language model, rules play it for a personality, and a neutral caller without facts says it line by line.",
  }),
  evaluations: ScenarioExtras.evaluations.unwrap(),
  hooks: ScenarioExtras.hooks,
  targetOverrides: ScenarioExtras.targetOverrides,
  path: ScenarioExtras.path,
  /** The fields below: Callwright only, but for the mocks of tools. */
  type: z.enum(["chat", "voice"]).optional().meta({
    default: "chat",
    description: "How runs without a transport talk to the agent (Callwright extension).",
  }),
  scorers: scorers.optional().meta({ description: "Criteria besides the evaluations (Callwright extension)." }),
  ...testFields,
};

export const CreateScenario = z.strictObject({
  ...ScenarioFields,
  testSuiteId: Id.optional().meta({
    title: "Suite",
    description:
      "The suite that it belongs to, as a test. It is deleted with the suite. It never changes (Callwright extension).",
  }),
});
export type CreateScenario = z.infer<typeof CreateScenario>;

export const UpdateScenario = patchOf(ScenarioFields);

export const Scenario = z.looseObject({ ...EntityFields, ...ScenarioFields, testSuiteId: Id.optional() });
export type Scenario = z.infer<typeof Scenario>;

export const ScenarioQuery = z.object({
  ...PageQuery.shape,
  idAny: repeatable(Id).optional(),
  name: z.string().max(1000).optional().meta({ description: "A part of the name." }),
  testSuiteId: Id.optional().meta({ description: "Only the tests of this suite (Callwright extension)." }),
});
export type ScenarioQuery = z.infer<typeof ScenarioQuery>;

/** The agents whose scenarios are written. */
export const GenerateScenarios = z
  .strictObject({
    assistantId: Id.optional(),
    squadId: Id.optional(),
    workflowId: Id.optional().meta({ description: "A workflow (Callwright extension)." }),
  })
  .refine(...exactlyOneOf("assistantId", "squadId", "workflowId"));
export type GenerateScenarios = z.infer<typeof GenerateScenarios>;

export const GeneratedScenario = z.looseObject({
  name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS),
  instructions: z.string().min(1).max(TEST_SCRIPT_MAX_CHARACTERS),
  category: z.enum(["happy_path", "edge_case", "failure_mode"]),
  /** Why the scenario is worth it: a sentence. */
  reasoning: z.string().min(1),
  /** What to expect, and what tools answer. Callwright only. */
  scorers: scorers.optional(),
  toolMocks: testFields.toolMocks,
});
export type GeneratedScenario = z.infer<typeof GeneratedScenario>;

export const GeneratedScenarios = z.looseObject({
  scenarios: z.array(GeneratedScenario),
  /** What has a scenario, and what has none: sentences. */
  coverageNotes: z.string(),
});
export type GeneratedScenarios = z.infer<typeof GeneratedScenarios>;

export const scenarioRoutes = describeRoutes(scenarioNoun.addresses, {
  generateScenarios: {
    body: GenerateScenarios,
    response: GeneratedScenarios,
    status: 201,
    summary: "Write scenarios for an assistant or a squad, without storing them",
  },
  ...resourceRoutes(scenarioNoun, { create: CreateScenario, update: UpdateScenario, entity: Scenario }, ScenarioQuery),
});
