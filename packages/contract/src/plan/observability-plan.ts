import { z } from "zod";

/** Where the trace of a call is sent after its end. */
export const ObservabilityPlan = z.strictObject({
  provider: z.literal("langfuse"),
  tags: z.array(z.string().max(200)).max(100).meta({ description: "Of the trace." }),
  metadata: z.record(z.string(), z.unknown()).optional().meta({ description: "Of the trace." }),
  promptName: z.string().max(200).optional().meta({ description: "The prompt in Langfuse that model requests are linked to." }),
  promptVersion: z.number().int().min(1).optional().meta({ description: "Of that prompt. Default: none is named." }),
  traceName: z.string().max(200).optional().meta({ description: "May have variables. Default: the name of the assistant." }),
});
export type ObservabilityPlan = z.infer<typeof ObservabilityPlan>;
