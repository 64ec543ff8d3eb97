import { z } from "zod";
import { TEST_SCRIPT_MAX_CHARACTERS, TEST_TURNS } from "../wire/limits.ts";

const Turn = z
  .number()
  .int()
  .min(1)
  .max(TEST_TURNS.max)
  .meta({ description: "The number of the caller's message. Default: any." });

const Words = {
  text: z.string().min(1).max(TEST_SCRIPT_MAX_CHARACTERS).meta({
    description: "Words, regardless of case, punctuation and spaces; or a regular expression.",
  }),
  match: z.enum(["words", "pattern"]).optional().meta({ default: "words" }),
  turn: Turn.optional(),
};

const Called = {
  toolName: z.string().min(1).max(64),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "Arguments that the call must have. It may have others." }),
};

/** A criterion that needs no language model: the same conversation always has the same result. Callwright only. */
export const ScorerCheck = z.discriminatedUnion("type", [
  /** The agent says these words. */
  z.strictObject({ type: z.literal("said"), ...Words }),
  z.strictObject({ type: z.literal("not-said"), ...Words }),
  z.strictObject({ type: z.literal("tool-called"), ...Called }),
  z.strictObject({ type: z.literal("tool-not-called"), ...Called }),
  /** Exactly this many calls. */
  z.strictObject({ type: z.literal("tool-called-times"), ...Called, times: z.number().int().min(0).max(100) }),
  z.strictObject({ type: z.literal("ended-by"), by: z.enum(["agent", "tester"]) }),
  z.strictObject({ type: z.literal("within-turns"), turns: z.number().int().min(1).max(TEST_TURNS.max) }),
  /** Each answer is complete within this time; in a call, it begins within it. */
  z.strictObject({ type: z.literal("latency"), maxMs: z.number().int().min(1).max(120_000).meta({ unit: "ms" }) }),
  /** The whole call; by text, the time of the answers. */
  z.strictObject({ type: z.literal("duration"), maxSeconds: z.number().min(1).max(43_200).meta({ unit: "s" }) }),
  /** The agent asks no question twice, unless the caller wants to hear it again. */
  z.strictObject({ type: z.literal("no-repeated-question") }),
  /** Only by sound, as the next two: the caller and the agent speak together for this time at most. */
  z.strictObject({ type: z.literal("talk-over"), maxMs: z.number().int().min(0).max(600_000).meta({ unit: "ms" }) }),
  /** Of what the caller meant to say, at most this share is recognized wrongly. */
  z.strictObject({ type: z.literal("word-error-rate"), maxPercent: z.number().min(0).max(100).meta({ unit: "%" }) }),
  /** The agent never begins to answer before the caller has finished. */
  z.strictObject({ type: z.literal("no-false-cut-off") }),
]);
export type ScorerCheck = z.infer<typeof ScorerCheck>;

/**
 * A criterion. A model scores the conversation by the rubric; with a `check`, no model does. Clients of the hosted provider read both
 * as `ai`, because `rubric` says the criterion in words.
 */
export const Scorer = z.strictObject({
  type: z.literal("ai"),
  rubric: z.string().min(1).max(TEST_SCRIPT_MAX_CHARACTERS).meta({ description: "Criterion for a pass, in words." }),
  check: ScorerCheck.optional().meta({
    description: "How the criterion is checked without a language model (Callwright extension).",
  }),
  required: z.boolean().optional().meta({
    default: true,
    description: "A conversation passes if every required criterion is met (Callwright extension).",
  }),
  points: z.number().min(0).max(100).optional().meta({
    description: "Points for a pass, which add up to the score of the conversation (Callwright extension).",
  }),
});
export type Scorer = z.infer<typeof Scorer>;
