import { z } from "zod";
import { AssistantOverrides, CreateAssistant } from "../assistant/assistant.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { RUN_MAX_ITERATIONS, SUITE_MAX_CALLERS, SUITE_MAX_SIMULATIONS, TEST_NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";
import { exactlyOneOf, notTogether } from "../wire/one-of.ts";
import { patchOf } from "../wire/patch-of.ts";
import { pagedResourceRoutes } from "../wire/resource-routes.ts";
import { Nightly, NightlyFailure, SuiteGate } from "./gate.ts";
import { ChosenLine } from "./line.ts";
import { FolderPath } from "./personality.ts";
import { testSuiteNoun } from "./test-suite-noun.ts";

/** The assistant that plays the caller. Its prompt gets the test's script as `{{test.script}}`. */
const TesterPlan = z
  .strictObject({
    assistantId: Id.optional().meta({ title: "Assistant" }),
    assistant: CreateAssistant.optional().meta({ title: "Inline assistant" }),
    assistantOverrides: AssistantOverrides.optional(),
  })
  .refine(...notTogether("assistant", "assistantId"));

/** The tested assistant, squad or workflow, or the agent of a phone number. */
const TargetPlan = optionalFields({
  assistantId: Id.meta({ title: "Assistant" }),
  assistantOverrides: AssistantOverrides,
  /** Callwright only, as `workflowId`. */
  squadId: Id.meta({ title: "Squad" }),
  workflowId: Id.meta({ title: "Workflow" }),
  phoneNumberId: Id.meta({ title: "Phone number" }),
  /** Any number, even outside of this organization. */
  phoneNumber: z
    .strictObject({ provider: z.literal("test-suite"), number: z.string().min(1).max(50) })
    .meta({ title: "Another number" }),
}).refine(...exactlyOneOf("assistantId", "squadId", "workflowId", "phoneNumberId", "phoneNumber"));

/** The id of a personality, or a key of the gallery. */
export const CallerKey = z.string().min(1).max(TEST_NAME_MAX_CHARACTERS);

/** What the hosted provider's simulation suites have, and test suites do not. */
const SuiteExtras = {
  simulationIds: z.array(Id).max(SUITE_MAX_SIMULATIONS).optional().meta({
    title: "Simulations",
    description: "Simulations that run besides the suite's own tests (Callwright extension).",
  }),
  targetAssignments: z
    .array(z.strictObject({ targetType: z.enum(["assistant", "squad"]), targetId: Id }))
    .max(100)
    .optional()
    .meta({ description: "Assistants and squads that the suite is for (Callwright extension)." }),
  callers: z.array(CallerKey).max(SUITE_MAX_CALLERS).optional().meta({
    title: "Callers",
    description:
      "Who plays the suite's own tests: ids of personalities, or keys of the gallery. Each test runs with each of them. Default: one neutral caller (Callwright extension).",
  }),
  iterations: z.number().int().min(1).max(RUN_MAX_ITERATIONS).optional().meta({
    title: "Seeds",
    default: 1,
    description: "Times that each test runs with each caller, each with a seed of its own (Callwright extension).",
  }),
  medium: z.enum(["chat", "voice"]).optional().meta({
    title: "Runs as",
    description: "In writing or as sound. Default: as each test says (Callwright extension).",
  }),
  line: ChosenLine.optional().meta({
    title: "Line",
    description:
      "How every caller's sound suffers in runs as sound. Default: as the personality says, or a wide band as on the internet (Callwright extension).",
  }),
  slackWebhookUrl: z.url().max(2000).optional().meta({ title: "Slack webhook" }),
  path: FolderPath.nullable().optional(),
};

export const TestSuiteFields = {
  name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS).optional(),
  /** Superseded by `targetPlan`. */
  phoneNumberId: Id.optional().meta({ title: "Phone number", deprecated: true }),
  testerPlan: TesterPlan.optional(),
  targetPlan: TargetPlan.optional(),
  ...SuiteExtras,
  /** The fields below: Callwright only. */
  gate: SuiteGate.optional(),
  nightly: Nightly.optional().meta({ title: "Every night", description: "Runs the live version (Callwright extension)." }),
};

export const CreateTestSuite = z.strictObject(TestSuiteFields);
export type CreateTestSuite = z.infer<typeof CreateTestSuite>;

export const UpdateTestSuite = patchOf(TestSuiteFields);

export const TestSuite = z.looseObject({
  ...EntityFields,
  ...TestSuiteFields,
  /** Written by the server: why the last nightly run did not start. */
  nightlyFailure: NightlyFailure.optional(),
});
export type TestSuite = z.infer<typeof TestSuite>;

export const testSuiteRoutes = pagedResourceRoutes(testSuiteNoun, {
  create: CreateTestSuite,
  update: UpdateTestSuite,
  entity: TestSuite,
});
