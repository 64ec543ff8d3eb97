import { z } from "zod";
import { AnalysisUsage } from "../cost/usage.ts";
import { OutputCondition } from "../plan/structured-output-fields.ts";

/**
 * A remark on a part of an analysis. `left-out`: it did not run. `failed`: it ran without a result. `cut`: it read only a part of the
 * transcript. `by-rule`: the result is from a rule, not from a language model. Callwright only.
 */
export const AnalysisNote = z.object({
  /** `summary`, `successEvaluation`, `structuredData`, `structuredDataMulti.order`, `structuredOutputs.<id>`, `scorecards.<key>`. */
  part: z.string(),
  kind: z.enum(["left-out", "failed", "cut", "by-rule"]),
  text: z.string(),
});
export type AnalysisNote = z.infer<typeof AnalysisNote>;

/** A part of an analysis without a result, and why. */
export const MissingPart = z.object({ part: z.string(), reason: z.string() });
export type MissingPart = z.infer<typeof MissingPart>;

/** The analysis of an ended call. */
export const CallAnalysis = z.looseObject({
  summary: z.string().optional(),
  structuredData: z.record(z.string(), z.unknown()).optional(),
  /** One object for each entry of the plan, with the entry's key. */
  structuredDataMulti: z.array(z.record(z.string(), z.unknown())).optional(),
  /** A value of the rubric: `true`, `7`, `Excellent`, … */
  successEvaluation: z.string().optional(),
  notes: z.array(AnalysisNote).optional(),
});
export type CallAnalysis = z.infer<typeof CallAnalysis>;

/** The result of a structured output. Null when it failed. */
export const OutputResult = z.looseObject({
  name: z.string(),
  result: z.unknown(),
  /** Callwright only. */
  error: z.string().optional(),
});
export type OutputResult = z.infer<typeof OutputResult>;

/** A structured output that was not created, with the first condition that is not met. */
export const SkippedOutput = z.looseObject({ name: z.string(), unmetCondition: OutputCondition });
export type SkippedOutput = z.infer<typeof SkippedOutput>;

export const ScorecardResult = z.looseObject({
  name: z.string().optional(),
  /** The points. */
  score: z.number(),
  /** From 0 to 100. */
  scoreNormalized: z.number().optional(),
  /** Points by structured output. */
  metricPoints: z.record(z.string(), z.number()).optional(),
});
export type ScorecardResult = z.infer<typeof ScorecardResult>;

/** One structured output of a call. */
export const OutputDone = z.object({
  key: z.string(),
  result: OutputResult.optional(),
  /** Set if there is no result. */
  skipped: SkippedOutput.optional(),
  usage: z.array(AnalysisUsage),
});

/** All results of one analysis of a call. */
export const CallOutcome = z.object({
  analysis: CallAnalysis,
  /** By the structured output's id; inline ones by their name. */
  structuredOutputs: z.record(z.string(), OutputResult),
  skippedStructuredOutputs: z.record(z.string(), SkippedOutput),
  scorecards: z.record(z.string(), ScorecardResult),
  usage: z.array(AnalysisUsage),
});
export type CallOutcome = z.infer<typeof CallOutcome>;

/** URLs to listen to a running call and to control it. */
export const CallMonitor = z.looseObject({
  /** A WebSocket with the call's audio. */
  listenUrl: z.string().optional(),
  /** Takes control messages by POST, with the bearer of an editor. Only while the call runs. */
  controlUrl: z.string().optional(),
});
export type CallMonitor = z.infer<typeof CallMonitor>;

/** How many more calls the organization could start. */
export const SubscriptionLimits = z.looseObject({
  /** The limit blocked this call. */
  concurrencyBlocked: z.boolean(),
  concurrencyLimit: z.number().optional(),
  remainingConcurrentCalls: z.number().optional(),
});
export type SubscriptionLimits = z.infer<typeof SubscriptionLimits>;
