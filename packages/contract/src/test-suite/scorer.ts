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

/** A criterion that needs no language model: the same conversation always has the same result. Callwright only. */
export const ScorerCheck = z.discriminatedUnion("type", [
  /** The agent says these words. */
  z.strictObject({ type: z.literal("said"), ...Words }),
  z.strictObject({ type: z.literal("not-said"), ...Words }),
  z.strictObject({
    type: z.literal("tool-called"),
    toolName: z.string().min(1).max(64),
    arguments: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: "Arguments that the call must have. It may have others." }),
  }),
  z.strictObject({ type: z.literal("ended-by"), by: z.enum(["agent", "tester"]) }),
  z.strictObject({ type: z.literal("within-turns"), turns: z.number().int().min(1).max(TEST_TURNS.max) }),
  /** Each answer is complete within this time; in a call, it begins within it. */
  z.strictObject({ type: z.literal("latency"), maxMs: z.number().int().min(1).max(120_000).meta({ unit: "ms" }) }),
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
});
export type Scorer = z.infer<typeof Scorer>;
