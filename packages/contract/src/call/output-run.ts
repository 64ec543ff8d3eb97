import { z } from "zod";
import { CreateStructuredOutput } from "../assistant/structured-output.ts";
import { structuredOutputNoun } from "../assistant/structured-output-noun.ts";
import { Id } from "../wire/entity.ts";
import { Instant } from "../wire/instant.ts";
import { OUTPUT_RUN_MAX_CALLS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { pageOf } from "../wire/resource-routes.ts";
import { OutputResult, SkippedOutput } from "./call-outcome.ts";

/** Ended calls that a run is for. All must match. Callwright only. */
export const OutputRunFilter = z.strictObject({
  assistantId: Id.optional(),
  squadId: Id.optional(),
  endedReason: z.string().max(1000).optional(),
  successEvaluation: z.string().max(1000).optional(),
  createdAtGe: Instant.optional(),
  createdAtLe: Instant.optional(),
});
export type OutputRunFilter = z.infer<typeof OutputRunFilter>;

/** Makes a structured output of past calls: by their ids or by a filter. */
export const RunStructuredOutput = z
  .strictObject({
    /** Makes the output for one call, stores nothing, and returns the result. */
    previewEnabled: z.boolean().default(false),
    structuredOutputId: Id.optional(),
    /** A structured output that is not stored. Calls have its result under its name. */
    structuredOutput: CreateStructuredOutput.optional(),
    callIds: z.array(Id).min(1).max(OUTPUT_RUN_MAX_CALLS.ids).optional(),
    filter: OutputRunFilter.optional(),
  })
  .refine(({ structuredOutputId, structuredOutput }) => (structuredOutputId === undefined) !== (structuredOutput === undefined), {
    error: "needs structuredOutputId or structuredOutput, one of them",
  })
  .refine(({ callIds, filter }) => (callIds === undefined) !== (filter === undefined), {
    error: "needs callIds or filter, one of them",
  })
  .refine(({ previewEnabled, callIds }) => !previewEnabled || callIds?.length === 1, {
    path: ["callIds"],
    error: "must have one id for a preview",
  })
  .meta({
    examples: [{ structuredOutputId: "11111111-1111-4111-8111-111111111111", callIds: ["11111111-1111-4111-8111-111111111111"] }],
  });
export type RunStructuredOutput = z.infer<typeof RunStructuredOutput>;

export const OUTPUT_RUN_STATUSES = ["queued", "running", "completed", "canceled"] as const;

/** Callwright only. */
export const OutputRun = z.looseObject({
  id: Id,
  createdAt: z.string(),
  endedAt: z.string().optional(),
  status: z.enum(OUTPUT_RUN_STATUSES),
  /** All calls of the run. A call that is not done, failed or skipped still waits. */
  total: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  /** Conditions of the output were not met, or nothing was said. */
  skipped: z.number().int(),
  /** As a sentence. */
  message: z.string(),
});
export type OutputRun = z.infer<typeof OutputRun>;

/** The result by the output's id or name, and why there is none. */
export const OutputPreview = z.looseObject({ skipped: z.record(z.string(), SkippedOutput).optional() });
export type OutputPreview = z.infer<typeof OutputPreview>;

/** The result of one call. Callwright only. */
export const OutputOfCall = z.looseObject({
  callId: Id,
  createdAt: z.string(),
  assistantId: Id.optional(),
  assistantName: z.string().optional(),
  ...OutputResult.shape,
});
export type OutputOfCall = z.infer<typeof OutputOfCall>;

export const outputRunRoutes = describeRoutes(structuredOutputNoun.addresses, {
  runStructuredOutput: {
    body: RunStructuredOutput,
    response: z.union([OutputRun, OutputPreview]),
    status: 201,
    summary: "Make a structured output of past calls",
  },
  listOutputRuns: {
    response: z.array(OutputRun),
    summary: "List the last runs of a structured output over past calls",
  },
  cancelOutputRun: {
    response: OutputRun,
    summary: "Cancel a run; results that there are stay",
  },
  listOutputResults: {
    query: PageQuery.pick({ page: true, limit: true, sortOrder: true, cursor: true }),
    response: pageOf(OutputOfCall),
    summary: "List the results of a structured output, by calls",
  },
  exportOutputResults: {
    response: z.string(),
    mediaType: "text/csv",
    summary: "Export the results of a structured output as CSV, a column for each field",
  },
});
