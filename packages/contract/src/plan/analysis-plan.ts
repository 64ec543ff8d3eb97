import { z } from "zod";
import { Id } from "../wire/entity.ts";
import { JsonSchema } from "../wire/json-schema.ts";
import { ANALYSIS_TIMEOUT_SECONDS } from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";

/** A prompt in the OpenAI format. `{{ transcript }}`, `{{ schema }}` and `{{ rubric }}` are filled in. */
const PromptMessages = z.array(z.looseObject({ role: z.string().max(40) })).max(100);

const promptedPlan = (enabled: boolean) => ({
  enabled: z.boolean().meta({ default: enabled }).optional(),
  messages: PromptMessages.optional(),
  timeoutSeconds: z
    .number()
    .min(1)
    .max(60)
    .meta({
      unit: "s",
      default: ANALYSIS_TIMEOUT_SECONDS.plan,
      description: `Unset, a model on your own server (custom-llm) has ${ANALYSIS_TIMEOUT_SECONDS.ownServer} s.`,
    })
    .optional(),
});

export const SummaryPlan = z.strictObject(promptedPlan(true));

const StructuredDataPlan = z.strictObject({ ...promptedPlan(false), schema: JsonSchema.optional() });

export const SUCCESS_RUBRICS = [
  "NumericScale",
  "DescriptiveScale",
  "Checklist",
  "Matrix",
  "PercentageScale",
  "LikertScale",
  "AutomaticRubric",
  "PassFail",
] as const;

/** The analysis of a call after it ends. */
export const AnalysisPlan = optionalFields({
  minMessagesThreshold: z
    .number()
    .int()
    .min(0)
    .meta({ title: "Minimum messages", default: 2, description: "Shorter calls are not analyzed." }),
  summaryPlan: SummaryPlan.meta({ title: "Summary" }),
  structuredDataPlan: StructuredDataPlan.meta({ title: "Structured data" }),
  structuredDataMultiPlan: z
    .array(z.strictObject({ key: z.string().min(1).max(200), plan: StructuredDataPlan }))
    .max(100)
    .meta({ title: "More structured data" }),
  successEvaluationPlan: z
    .strictObject({ ...promptedPlan(true), rubric: z.enum(SUCCESS_RUBRICS).meta({ default: "PassFail" }).optional() })
    .meta({ title: "Success evaluation" }),
  outcomeIds: z.array(Id),
});
export type AnalysisPlan = z.infer<typeof AnalysisPlan>;
