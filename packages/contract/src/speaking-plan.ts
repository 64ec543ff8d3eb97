import { z } from "zod";
import { RegexOptions } from "./regex-options.ts";
import { ServerTarget } from "./server-target.ts";

const Seconds = (max: number) => z.number().min(0).max(max);
const Regex = z.string().min(1).max(1000);
const RuleTimeout = Seconds(15).meta({ title: "Wait", unit: "s", description: "How long to wait for more speech." });

/** A rule that decides how long to wait for more speech. Rules win over every other endpointing setting. */
const EndpointingRule = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("assistant").meta({ title: "What the assistant said" }),
    regex: Regex,
    regexOptions: RegexOptions.optional(),
    timeoutSeconds: RuleTimeout,
  }),
  z.strictObject({
    type: z.literal("customer").meta({ title: "What the customer says" }),
    regex: Regex,
    regexOptions: RegexOptions.optional(),
    timeoutSeconds: RuleTimeout,
  }),
  z.strictObject({
    type: z.literal("both").meta({ title: "What both said" }),
    assistantRegex: Regex,
    assistantRegexOptions: RegexOptions.optional(),
    customerRegex: Regex,
    customerRegexOptions: RegexOptions.optional(),
    timeoutSeconds: RuleTimeout,
  }),
]);

/** When the assistant starts to speak. */
export const StartSpeakingPlan = z.strictObject({
  waitSeconds: Seconds(5)
    .meta({ title: "Wait", unit: "s", default: 0.4, description: "From the end of the customer's speech." })
    .optional(),
  /** Superseded by `smartEndpointingPlan`. */
  smartEndpointingEnabled: z
    .union([z.boolean(), z.literal("livekit")])
    .meta({ deprecated: true })
    .optional(),
  /** Unset: the transcriber's own endpointing. It wins over `transcriptionEndpointingPlan`. */
  smartEndpointingPlan: z
    .discriminatedUnion("provider", [
      z.strictObject({ provider: z.literal("vapi") }),
      z.strictObject({
        provider: z.literal("livekit"),
        waitFunction: z
          .string()
          .max(1000)
          .meta({
            default: "20 + 500 * sqrt(x) + 2500 * x^3",
            description: "Milliseconds to wait, where x (0–1) is how likely the customer goes on.",
          })
          .optional(),
      }),
      z.strictObject({ provider: z.literal("custom-endpointing-model"), server: ServerTarget.optional() }),
    ])
    .optional(),
  customEndpointingRules: z.array(EndpointingRule).max(100).optional(),
  transcriptionEndpointingPlan: z
    .strictObject({
      onPunctuationSeconds: Seconds(3).meta({ unit: "s", default: 0.1 }).optional(),
      onNoPunctuationSeconds: Seconds(3).meta({ unit: "s", default: 1.5 }).optional(),
      onNumberSeconds: Seconds(3).meta({ unit: "s", default: 0.5 }).optional(),
    })
    .optional(),
});
export type StartSpeakingPlan = z.infer<typeof StartSpeakingPlan>;

export const ACKNOWLEDGEMENT_PHRASES = [
  ...["i understand", "i see", "i got it", "i hear you", "im listening", "im with you", "right", "okay", "ok", "sure", "alright"],
  ...["got it", "understood", "yeah", "yes", "uh-huh", "mm-hmm", "gotcha", "mhmm", "ah", "yeah okay", "yeah sure"],
] as const;

export const INTERRUPTION_PHRASES = [
  ...["stop", "shut", "up", "enough", "quiet", "silence", "but", "dont", "not", "no", "hold", "wait", "cut", "pause", "nope"],
  ...["nah", "nevermind", "never", "bad", "actually"],
] as const;

const Phrases = z.array(z.string().max(240)).max(200);

/** When the assistant stops speaking for the customer (barge-in). */
export const StopSpeakingPlan = z.strictObject({
  numWords: z
    .number()
    .int()
    .min(0)
    .max(10)
    .meta({ title: "Words", default: 0, description: "Needed to interrupt. 0: voice alone interrupts." })
    .optional(),
  voiceSeconds: Seconds(0.5)
    .meta({ title: "Voice", unit: "s", default: 0.2, description: "Needed to interrupt, where 0 words are." })
    .optional(),
  backoffSeconds: Seconds(10)
    .meta({ title: "Back-off", unit: "s", default: 1, description: "Wait after an interruption before speaking again." })
    .optional(),
  acknowledgementPhrases: Phrases.meta({
    default: [...ACKNOWLEDGEMENT_PHRASES],
    description: "These never interrupt.",
  }).optional(),
  interruptionPhrases: Phrases.meta({ default: [...INTERRUPTION_PHRASES], description: "These always interrupt." }).optional(),
});
export type StopSpeakingPlan = z.infer<typeof StopSpeakingPlan>;
