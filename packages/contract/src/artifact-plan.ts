import { z } from "zod";
import { Id } from "./entity.ts";
import { PromptMessage } from "./model.ts";

/** What a call leaves behind. */
export const ArtifactPlan = z.object({
  /** Default true. */
  recordingEnabled: z.boolean().optional(),
  recordingFormat: z.enum(["wav;l16", "mp3"]).optional(),
  recordingUseCustomStorageEnabled: z.boolean().optional(),
  recordingPath: z.string().max(1000).optional(),
  /** Default false. */
  videoRecordingEnabled: z.boolean().optional(),
  pcapEnabled: z.boolean().optional(),
  pcapS3PathPrefix: z.string().max(1000).optional(),
  loggingEnabled: z.boolean().optional(),
  loggingPath: z.string().max(1000).optional(),
  transcriptPlan: z
    .object({
      /** Default true. */
      enabled: z.boolean().optional(),
      /** Default "AI". */
      assistantName: z.string().max(40).optional(),
      /** Default "User". */
      userName: z.string().max(40).optional(),
    })
    .optional(),
  structuredOutputIds: z.array(Id).optional(),
});
export type ArtifactPlan = z.infer<typeof ArtifactPlan>;

const PromptedPlan = {
  enabled: z.boolean().optional(),
  messages: z.array(PromptMessage).max(100).optional(),
  /** Default 5. */
  timeoutSeconds: z.number().min(1).max(60).optional(),
};

/** What is worked out about a call after it ended. */
export const AnalysisPlan = z.object({
  minMessagesThreshold: z.number().int().min(0).optional(),
  summaryPlan: z.object(PromptedPlan).optional(),
  structuredDataPlan: z.object({ ...PromptedPlan, schema: z.record(z.string(), z.unknown()).optional() }).optional(),
  structuredDataMultiPlan: z.array(z.looseObject({ key: z.string() })).optional(),
  successEvaluationPlan: z
    .object({
      ...PromptedPlan,
      rubric: z
        .enum([
          "PassFail",
          "NumericScale",
          "DescriptiveScale",
          "Checklist",
          "Matrix",
          "PercentageScale",
          "LikertScale",
          "AutomaticRubric",
        ])
        .optional(),
    })
    .optional(),
  outcomeIds: z.array(Id).optional(),
});
export type AnalysisPlan = z.infer<typeof AnalysisPlan>;
