import { z } from "zod";
import { CreateAssistant } from "../assistant/assistant.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { TEST_NAME_MAX_CHARACTERS, TEST_SUITE_MAX_TESTS } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { notTogether } from "../wire/one-of.ts";
import { patchOf } from "../wire/patch-of.ts";
import { pagedResourceRoutes } from "../wire/resource-routes.ts";
import { ScorerCheck } from "./scorer.ts";
import { SuiteTest } from "./suite-test.ts";
import { testRunNoun } from "./test-run-noun.ts";

/**
 * ```
 *   queued ──▶ in-progress ──▶ completed
 *                          └─▶ failed      it was canceled, or could not finish
 * ```
 */
export const TEST_RUN_STATUSES = ["queued", "in-progress", "completed", "failed"] as const;

const TestRunFields = { name: z.string().min(1).max(TEST_NAME_MAX_CHARACTERS).optional() };

/** What is tested instead of the published target. Callwright only. */
const TestedFields = {
  testIds: z.array(Id).min(1).max(TEST_SUITE_MAX_TESTS).optional().meta({
    description: "Default: all tests of the suite (Callwright extension).",
  }),
  assistant: CreateAssistant.optional().meta({
    description: "A draft that is tested in place of the suite's assistant (Callwright extension).",
  }),
  assistantVersion: z.number().int().min(1).optional().meta({
    description: "A published version of the suite's assistant. Default: the newest (Callwright extension).",
  }),
};

export const CreateTestRun = z
  .strictObject({ ...TestRunFields, ...TestedFields })
  .refine(...notTogether("assistant", "assistantVersion"));
export type CreateTestRun = z.infer<typeof CreateTestRun>;

export const UpdateTestRun = patchOf(TestRunFields);

/** One message of the caller and the agent's reaction. Callwright only. */
export const TestTurn = z.looseObject({
  said: z.string(),
  /** What of `said` was for the agent, without fillers, if it differs. */
  meant: z.string().optional(),
  /** In a call: the caller spoke into the agent's answer. */
  interrupts: z.boolean().optional(),
  /** In a call: the words that the agent recognized. */
  heard: z.string().optional(),
  answer: z.string(),
  /** Time until the answer was complete; in a call, until it began. */
  durationMs: z.number(),
  toolCalls: z.array(
    z.looseObject({
      name: z.string(),
      arguments: z.record(z.string(), z.unknown()),
      result: z.string(),
      failed: z.boolean(),
    }),
  ),
  /** The agent that answered, in a squad or workflow. */
  agent: z.string().optional(),
});
export type TestTurn = z.infer<typeof TestTurn>;

export const ScorerResult = z.looseObject({
  type: z.literal("ai"),
  result: z.enum(["pass", "fail"]),
  reasoning: z.string(),
  rubric: z.string(),
  /** Checked without a language model. Callwright only. */
  check: ScorerCheck.optional(),
  /** The number of the turn that decided. Callwright only, as all fields below. */
  turn: z.number().int().optional(),
  /** When it was decided, in milliseconds on the call's clock. */
  atMs: z.number().optional(),
  /** How often the judge was asked: a third time only after two different answers. */
  answers: z.number().int().optional(),
  required: z.boolean().optional(),
  points: z.number().optional(),
  /** The conversation has nothing to check, for example no sound. The result is then no verdict, and gives no points. */
  isSkipped: z.boolean().optional(),
  /** No model answered, for the reason in `reasoning`: nobody judged. */
  isUnjudged: z.boolean().optional(),
});
export type ScorerResult = z.infer<typeof ScorerResult>;

export const TEST_ENDINGS = ["agent", "tester", "turn-limit", "failure"] as const;

/** `rules`: without a language model, by the scenario and the seed. */
export const CALLER_PLAYERS = ["steps", "rules", "model"] as const;

export const TestAttempt = z.looseObject({
  scorerResults: z.array(ScorerResult),
  /** The call of a voice test. */
  callId: Id.optional(),
  /** The conversation: `artifact.messages` and `artifact.transcript`. Lists of runs leave it out. */
  call: z.looseObject({ artifact: z.looseObject({}) }).optional(),
  /** Only hosts that store a session for each attempt have this. */
  metadata: z.looseObject({ sessionId: z.string() }).optional(),
  /** The fields below: Callwright only. Passed if every required criterion and evaluation is met and nothing failed. */
  result: z.enum(["pass", "fail"]).optional(),
  /** The agent's words before the caller's first ones, in a call. */
  greeting: z.string().optional(),
  turns: z.array(TestTurn).optional(),
  endedBy: z.enum(TEST_ENDINGS).optional(),
  /** Who played a caller with a personality. */
  playedBy: z.enum(CALLER_PLAYERS).optional(),
  /** Why the conversation could not go on. */
  failure: z.string().optional(),
  /** US dollars. */
  cost: z.number().optional(),
});
export type TestAttempt = z.infer<typeof TestAttempt>;

/** How far a run is, in attempts. */
export const TestProgress = z.object({
  total: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
});
export type TestProgress = z.infer<typeof TestProgress>;

export const TestRun = z.looseObject({
  ...EntityFields,
  ...TestRunFields,
  testSuiteId: Id,
  status: z.enum(TEST_RUN_STATUSES),
  testResults: z.array(z.looseObject({ test: SuiteTest, attempts: z.array(TestAttempt) })),
  /** The fields below: Callwright only. */
  progress: TestProgress.optional(),
  /** Why a run failed: a sentence. */
  failure: z.string().optional(),
  endedAt: z.string().optional(),
  assistantVersion: z.number().int().optional(),
  /** A draft was tested. */
  isDraft: z.boolean().optional(),
});
export type TestRun = z.infer<typeof TestRun>;

const plain = pagedResourceRoutes(testRunNoun, { create: CreateTestRun, update: UpdateTestRun, entity: TestRun });
export const testRunRoutes = describeRoutes(testRunNoun.addresses, {
  ...plain,
  listTestRuns: { ...plain.listTestRuns, summary: "List the runs of a suite, newest first" },
  createTestRun: { ...plain.createTestRun, summary: "Run the tests of a suite" },
  cancelTestRun: {
    response: TestRun,
    summary: "Cancel a run; finished attempts keep their results (Callwright extension)",
  },
  getTestRun: { ...plain.getTestRun, summary: "Get a run with its results" },
  updateTestRun: { ...plain.updateTestRun, summary: "Rename a run" },
});
