import { z } from "zod";

/** Where traces of a call's model requests go. */
export const ObservabilityPlan = z.strictObject({
  provider: z.literal("langfuse"),
  tags: z.array(z.string().max(200)).max(100),
  metadata: z.record(z.string(), z.unknown()).optional(),
  promptName: z.string().max(200).optional(),
  promptVersion: z.number().int().min(1).optional(),
  traceName: z.string().max(200).optional(),
});
export type ObservabilityPlan = z.infer<typeof ObservabilityPlan>;
