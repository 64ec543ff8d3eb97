import { z } from "zod";

/** Noise filters for the customer's audio. */
export const BackgroundSpeechDenoisingPlan = z.strictObject({
  smartDenoisingPlan: z.strictObject({ enabled: z.boolean().meta({ default: false }).optional() }).optional(),
  fourierDenoisingPlan: z
    .strictObject({
      enabled: z.boolean().meta({ default: false }).optional(),
      mediaDetectionEnabled: z.boolean().meta({ default: true }).optional(),
      staticThreshold: z.number().min(-80).max(0).meta({ unit: "dB", default: -35 }).optional(),
      baselineOffsetDb: z.number().min(-30).max(-5).meta({ title: "Baseline offset", unit: "dB", default: -15 }).optional(),
      windowSizeMs: z.number().min(1000).max(30_000).meta({ title: "Window size", unit: "ms", default: 3000 }).optional(),
      baselinePercentile: z.number().min(1).max(99).meta({ default: 85 }).optional(),
    })
    .optional(),
});
export type BackgroundSpeechDenoisingPlan = z.infer<typeof BackgroundSpeechDenoisingPlan>;
