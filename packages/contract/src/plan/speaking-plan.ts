import { z } from "zod";
import { MESSAGE_MAX_CHARACTERS } from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";
import { RegexOptions } from "../wire/regex-options.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { ASSISTANT_DEFAULTS } from "./assistant-defaults.ts";

const { startSpeakingPlan: START, stopSpeakingPlan: STOP } = ASSISTANT_DEFAULTS;
const Seconds = (max: number) => z.number().min(0).max(max);
const Regex = z.string().min(1).max(1000);
const RuleTimeout = Seconds(15).meta({ title: "Wait", unit: "s", description: "How long to wait for more speech." });

/** A rule that decides how long to wait for more speech. Rules override every other endpointing setting. */
const EndpointingRule = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("assistant").meta({ title: "Assistant's last message" }),
    regex: Regex,
    regexOptions: RegexOptions.optional(),
    timeoutSeconds: RuleTimeout,
  }),
  z.strictObject({
    type: z.literal("customer").meta({ title: "Customer's message" }),
    regex: Regex,
    regexOptions: RegexOptions.optional(),
    timeoutSeconds: RuleTimeout,
  }),
  z.strictObject({
    type: z.literal("both").meta({ title: "Both" }),
    assistantRegex: Regex,
    assistantRegexOptions: RegexOptions.optional(),
    customerRegex: Regex,
    customerRegexOptions: RegexOptions.optional(),
    timeoutSeconds: RuleTimeout,
  }),
]);

/** When the assistant starts to speak. */
export const StartSpeakingPlan = optionalFields({
  waitSeconds: Seconds(5).meta({
    title: "Wait before speaking",
    unit: "s",
    default: START.waitSeconds,
    description: "Added after the caller's turn ends.",
  }),
  /** Callwright only, as the next one. */
  fillerSeconds: Seconds(30).meta({
    title: "Silence before a filler",
    unit: "s",
    default: START.fillerSeconds,
    description: "Spoken once when an answer takes longer. 0: nothing is spoken.",
  }),
  fillerMessages: z.array(z.string().max(MESSAGE_MAX_CHARACTERS)).max(100).meta({
    title: "Fillers",
    description: "Spoken in turn. Without any: “One moment, please.” in the language of the call.",
  }),
  /** Superseded by `smartEndpointingPlan`. */
  smartEndpointingEnabled: z.union([z.boolean(), z.literal("livekit")]).meta({ deprecated: true }),
  /** Unset: the transcriber's endpointing. Overrides `transcriptionEndpointingPlan`. */
  smartEndpointingPlan: z.discriminatedUnion("provider", [
    z.strictObject({ provider: z.literal("vapi") }),
    z.strictObject({
      provider: z.literal("livekit"),
      waitFunction: z
        .string()
        .max(1000)
        .meta({
          default: "20 + 500 * sqrt(x) + 2500 * x^3",
          description: "Wait in milliseconds as a function of x (0–1), the probability that the customer continues.",
        })
        .optional(),
    }),
    /** Without a `server`: the assistant's, else the organization's. It gets `call.endpointing.request`. */
    z.strictObject({ provider: z.literal("custom-endpointing-model"), server: ServerTarget.optional() }),
  ]),
  customEndpointingRules: z.array(EndpointingRule).max(100),
  transcriptionEndpointingPlan: optionalFields({
    onPunctuationSeconds: Seconds(3).meta({
      title: "Wait after punctuation",
      unit: "s",
      default: START.transcriptionEndpointingPlan.onPunctuationSeconds,
      description: "After a finished sentence.",
    }),
    onNoPunctuationSeconds: Seconds(3).meta({
      title: "Wait without punctuation",
      unit: "s",
      default: START.transcriptionEndpointingPlan.onNoPunctuationSeconds,
      description: "After an unfinished sentence. If all three are empty, the end-of-turn model decides.",
    }),
    onNumberSeconds: Seconds(3).meta({
      title: "Wait after a number",
      unit: "s",
      default: START.transcriptionEndpointingPlan.onNumberSeconds,
      description: "People pause inside phone numbers.",
    }),
  }),
});
/** The answer of an endpointing server. */
export const EndpointingAnswer = z.looseObject({ timeoutSeconds: Seconds(15) });
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

/** When the customer interrupts the assistant (barge-in). */
export const StopSpeakingPlan = optionalFields({
  numWords: z.number().int().min(0).max(10).meta({
    title: "Words to interrupt",
    unit: "words",
    default: STOP.numWords,
    description: "0: the caller's voice alone interrupts.",
  }),
  voiceSeconds: Seconds(0.5).meta({
    title: "Speech to interrupt",
    unit: "s",
    default: STOP.voiceSeconds,
    description: "How long the caller must speak when words are 0.",
  }),
  backoffSeconds: Seconds(10).meta({
    title: "Pause after an interruption",
    unit: "s",
    default: STOP.backoffSeconds,
    description: "Before the assistant speaks again.",
  }),
  acknowledgementPhrases: Phrases.meta({
    default: [...ACKNOWLEDGEMENT_PHRASES],
    title: "Acknowledgement phrases",
    description: "These never interrupt. Empty: the built-in list.",
  }),
  interruptionPhrases: Phrases.meta({
    title: "Interruption phrases",
    default: [...INTERRUPTION_PHRASES],
    description: "These always interrupt. Empty: the built-in list.",
  }),
});
export type StopSpeakingPlan = z.infer<typeof StopSpeakingPlan>;
