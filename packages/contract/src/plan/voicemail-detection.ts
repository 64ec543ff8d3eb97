import { z } from "zod";
import { PLAN_DEFAULTS } from "../wire/limits.ts";

const { voicemail, carrierVoicemail } = PLAN_DEFAULTS;

const HeardVoicemailFields = {
  type: z.enum(["audio", "transcript"]).meta({ default: "audio" }).optional(),
  beepMaxAwaitSeconds: z.number().min(0).max(30).meta({ unit: "s", default: voicemail.beepMaxAwaitSeconds }).optional(),
  backoffPlan: z
    .strictObject({
      startAtSeconds: z.number().min(0).meta({ unit: "s", default: voicemail.backoff.startAtSeconds }).optional(),
      frequencySeconds: z.number().min(2.5).meta({ unit: "s", default: voicemail.backoff.frequencySeconds }).optional(),
      maxRetries: z.number().int().min(1).max(10).meta({ default: voicemail.backoff.maxRetries }).optional(),
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
        .meta({ default: [...carrierVoicemail.types] })
        .optional(),
      machineDetectionTimeout: z.number().min(3).max(59).meta({ unit: "s", default: carrierVoicemail.timeoutSeconds }).optional(),
      machineDetectionSpeechThreshold: z.number().min(1000).max(6000).meta({ unit: "ms", default: 2400 }).optional(),
      machineDetectionSpeechEndThreshold: z
        .number()
        .min(500)
        .max(5000)
        .meta({ unit: "ms", default: carrierVoicemail.speechEndMs })
        .optional(),
      machineDetectionSilenceTimeout: z.number().min(2000).max(10_000).meta({ unit: "ms", default: 5000 }).optional(),
    }),
  ]),
]);
export type VoicemailDetection = z.infer<typeof VoicemailDetection>;
