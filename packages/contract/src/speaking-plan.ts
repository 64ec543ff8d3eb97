import { z } from "zod";

const Seconds = (max: number) => z.number().min(0).max(max);
const RegexOptions = z.array(z.object({ type: z.enum(["ignore-case", "whole-word", "multi-line"]), enabled: z.boolean() }));

/** A rule that decides how long to wait for more speech. Rules win over every other endpointing setting. */
const EndpointingRule = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("assistant"),
    regex: z.string().min(1).max(1000),
    regexOptions: RegexOptions.optional(),
    timeoutSeconds: Seconds(15),
  }),
  z.object({
    type: z.literal("customer"),
    regex: z.string().min(1).max(1000),
    regexOptions: RegexOptions.optional(),
    timeoutSeconds: Seconds(15),
  }),
  z.object({
    type: z.literal("both"),
    assistantRegex: z.string().min(1).max(1000),
    assistantRegexOptions: RegexOptions.optional(),
    customerRegex: z.string().min(1).max(1000),
    customerRegexOptions: RegexOptions.optional(),
    timeoutSeconds: Seconds(15),
  }),
]);

/** When the assistant starts to speak. */
export const StartSpeakingPlan = z.object({
  /** Wait after the endpoint before speaking. Platform default 0.4. */
  waitSeconds: Seconds(5).optional(),
  smartEndpointingEnabled: z.union([z.boolean(), z.literal("livekit")]).optional(),
  smartEndpointingPlan: z
    .discriminatedUnion("provider", [
      z.object({ provider: z.literal("vapi") }),
      z.object({ provider: z.literal("livekit"), waitFunction: z.string().max(1000).optional() }),
      z.looseObject({ provider: z.literal("custom-endpointing-model") }),
    ])
    .optional(),
  customEndpointingRules: z.array(EndpointingRule).max(100).optional(),
  transcriptionEndpointingPlan: z
    .object({
      /** Defaults 0.1, 1.5, 0.5. */
      onPunctuationSeconds: Seconds(3).optional(),
      onNoPunctuationSeconds: Seconds(3).optional(),
      onNumberSeconds: Seconds(3).optional(),
    })
    .optional(),
});
export type StartSpeakingPlan = z.infer<typeof StartSpeakingPlan>;

const Phrases = z.array(z.string().max(240)).max(200);

/** When the assistant stops speaking for the customer (barge-in). */
export const StopSpeakingPlan = z.object({
  /** Words needed to interrupt; 0 (default) lets the voice alone interrupt. */
  numWords: z.number().int().min(0).max(10).optional(),
  /** Voice needed to interrupt, only when `numWords` is 0. Default 0.2. */
  voiceSeconds: Seconds(0.5).optional(),
  /** Wait after an interruption before speaking again. Default 1. */
  backoffSeconds: Seconds(10).optional(),
  /** Never interrupt. Default: `ACKNOWLEDGEMENT_PHRASES`. */
  acknowledgementPhrases: Phrases.optional(),
  /** Always interrupt. Default: `INTERRUPTION_PHRASES`. */
  interruptionPhrases: Phrases.optional(),
});
export type StopSpeakingPlan = z.infer<typeof StopSpeakingPlan>;

export const ACKNOWLEDGEMENT_PHRASES = [
  ...["i understand", "i see", "i got it", "i hear you", "im listening", "im with you", "right", "okay", "ok", "sure", "alright"],
  ...["got it", "understood", "yeah", "yes", "uh-huh", "mm-hmm", "gotcha", "mhmm", "ah", "yeah okay", "yeah sure"],
] as const;

export const INTERRUPTION_PHRASES = [
  ...["stop", "shut", "up", "enough", "quiet", "silence", "but", "dont", "not", "no", "hold", "wait", "cut", "pause", "nope"],
  ...["nah", "nevermind", "never", "bad", "actually"],
] as const;
