import { z } from "zod";

const HeardVoicemailFields = {
  type: z.enum(["audio", "transcript"]).meta({ default: "audio" }).optional(),
  beepMaxAwaitSeconds: z.number().min(0).max(30).meta({ unit: "s", default: 30 }).optional(),
  backoffPlan: z
    .strictObject({
      startAtSeconds: z.number().min(0).meta({ unit: "s", default: 5 }).optional(),
      frequencySeconds: z.number().min(2.5).meta({ unit: "s", default: 5 }).optional(),
      maxRetries: z.number().int().min(1).max(10).meta({ default: 6 }).optional(),
    })
    .optional(),
};

const TWILIO_VOICEMAIL_TYPES = [
  "machine_start",
  "human",
  "fax",
  "unknown",
  "machine_end_beep",
  "machine_end_silence",
  "machine_end_other",
] as const;

/** How voicemail is detected. Default: `off`. */
export const VoicemailDetection = z.union([
  z.literal("off"),
  z.discriminatedUnion("provider", [
    z.strictObject({ provider: z.literal("vapi"), ...HeardVoicemailFields }),
    z.strictObject({ provider: z.literal("google"), ...HeardVoicemailFields }),
    z.strictObject({ provider: z.literal("openai"), ...HeardVoicemailFields }),
    z.strictObject({
      provider: z.literal("twilio"),
      enabled: z.boolean().meta({ default: true }).optional(),
      voicemailDetectionTypes: z
        .array(z.enum(TWILIO_VOICEMAIL_TYPES))
        .meta({ default: ["machine_end_beep", "machine_end_silence"] })
        .optional(),
      machineDetectionTimeout: z.number().min(3).max(59).meta({ unit: "s", default: 30 }).optional(),
      machineDetectionSpeechThreshold: z.number().min(1000).max(6000).meta({ unit: "ms", default: 2400 }).optional(),
      machineDetectionSpeechEndThreshold: z.number().min(500).max(5000).meta({ unit: "ms", default: 1200 }).optional(),
      machineDetectionSilenceTimeout: z.number().min(2000).max(10_000).meta({ unit: "ms", default: 5000 }).optional(),
    }),
  ]),
]);
export type VoicemailDetection = z.infer<typeof VoicemailDetection>;
