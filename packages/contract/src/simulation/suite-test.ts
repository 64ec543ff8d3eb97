import { z } from "zod";
import { AssistantOverrides } from "../assistant/assistant.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import {
  TEST_MAX_ATTEMPTS,
  TEST_MAX_FACTS,
  TEST_MAX_SCORERS,
  TEST_NAME_MAX_CHARACTERS,
  TEST_SCRIPT_MAX_CHARACTERS,
  TEST_TURNS,
} from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { KindPatch } from "../wire/patch-of.ts";
import { pagedResourceRoutes } from "../wire/resource-routes.ts";
import { CallerFact } from "./behavior.ts";
import { EvaluationPlanItem } from "./evaluation.ts";
import { SimulationHook } from "./hook.ts";
import { FolderPath } from "./personality.ts";
import { Scorer } from "./scorer.ts";
import { suiteTestNoun } from "./suite-test-noun.ts";
import { TesterSteps, ToolMocks } from "./tester-step.ts";

const HeadFields = { name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS).optional() };

const ResultFields = {
  scorers: z.array(Scorer).max(TEST_MAX_SCORERS),
  numAttempts: z.number().int().min(1).max(TEST_MAX_ATTEMPTS).optional().meta({ title: "Attempts", default: 1 }),
};

/** Callwright only, but for the script. */
const CallerFields = {
  steps: TesterSteps.optional().meta({
    description: "Messages that the caller says instead of playing the script, without a language model (Callwright extension).",
  }),
  /** Instructions for the test's caller. Without a language model, the caller says it line by line. */
  script: z.string().max(TEST_SCRIPT_MAX_CHARACTERS),
  persona: z.string().max(TEST_SCRIPT_MAX_CHARACTERS).optional().meta({
    description: "Who the caller is and how they talk, if a language model plays them (Callwright extension).",
  }),
  facts: z.array(CallerFact).max(TEST_MAX_FACTS).optional().meta({
    description: "What the caller knows. Without effect on a caller with steps (Callwright extension).",
  }),
  maxTurns: z.number().int().min(1).max(TEST_TURNS.max).optional().meta({
    default: TEST_TURNS.default,
    description: "Messages of the caller after which the attempt ends (Callwright extension).",
  }),
  toolMocks: ToolMocks.optional().meta({ description: "What tools answer without being run (Callwright extension)." }),
  runsTools: z.boolean().optional().meta({
    default: false,
    description:
      "Run tools without a mock. Otherwise such calls fail; knowledge, handoffs and the end of the call always work (Callwright extension).",
  }),
};

/** What the hosted provider's scenarios have, and tests of suites do not. */
export const ScenarioExtras = {
  evaluations: z.array(EvaluationPlanItem).max(TEST_MAX_SCORERS).optional().meta({
    description: "Structured outputs of the conversation, with the values that they must have (Callwright extension).",
  }),
  hooks: z
    .array(SimulationHook)
    .max(20)
    .optional()
    .meta({ description: "Requests at the start and end (Callwright extension)." }),
  targetOverrides: AssistantOverrides.optional().meta({ description: "Changes of the agent (Callwright extension)." }),
  path: FolderPath.nullable().optional().meta({ title: "Folder", description: "A folder (Callwright extension)." }),
};

const MadeOfFields = {
  callId: Id.optional().meta({
    title: "Made from call",
    description:
      "The call that the test was made from. The test is deleted when what is about the caller is deleted for good (Callwright extension).",
  }),
};

export const TestFields = { ...HeadFields, ...CallerFields, ...ResultFields, ...MadeOfFields };
const ChatFields = { type: z.literal("chat"), ...TestFields, ...ScenarioExtras };
/** A call, whose caller speaks. */
const VoiceFields = { type: z.literal("voice"), ...TestFields, ...ScenarioExtras };

/** By voice or by chat. */
export const CreateSuiteTest = z
  .discriminatedUnion("type", [z.strictObject(VoiceFields), z.strictObject(ChatFields)])
  .refine((test) => test.steps === undefined || test.persona === undefined, {
    path: ["persona"],
    error: "has no effect on a caller with steps: remove the persona or the steps",
  });
export type CreateSuiteTest = z.infer<typeof CreateSuiteTest>;

const ReturnedFields = { ...EntityFields, testSuiteId: Id };

export const SuiteTest = z.discriminatedUnion("type", [
  z.looseObject({ ...ReturnedFields, ...VoiceFields }),
  z.looseObject({ ...ReturnedFields, ...ChatFields }),
]);
export type SuiteTest = z.infer<typeof SuiteTest>;

const plain = pagedResourceRoutes(suiteTestNoun, { create: CreateSuiteTest, update: KindPatch, entity: SuiteTest });
export const suiteTestRoutes = describeRoutes(suiteTestNoun.addresses, {
  ...plain,
  listSuiteTests: { ...plain.listSuiteTests, summary: "List the tests of a suite, newest first" },
  createSuiteTest: { ...plain.createSuiteTest, summary: "Add a test to a suite" },
});
