import { z } from "zod";
import { suggestedNames } from "../catalog/catalog.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { suggested } from "../wire/suggested.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { OwnServerProtocol } from "./own-server-protocol.ts";

/** Transcriber providers of the platform. `callwright` is ours: recognizers on the server, or the browser's own recognition. */
export const TRANSCRIBER_PROVIDERS = [
  "callwright",
  "assembly-ai",
  "azure",
  "custom-transcriber",
  "deepgram",
  "11labs",
  "gladia",
  "google",
  "speechmatics",
  "talkscriber",
  "openai",
  "cartesia",
  "soniox",
  "vapi",
  "xai",
] as const;
export type TranscriberProvider = (typeof TRANSCRIBER_PROVIDERS)[number];

/**
 * `auto`: Moonshine where the server has it and the language is English, else the browser, else text only. The id of a recognizer that is
 * installed on the server is a model, too.
 */
export const OFFLINE_TRANSCRIBERS = ["auto", "moonshine", "browser"] as const;
export type OfflineTranscriber = (typeof OFFLINE_TRANSCRIBERS)[number];

/**
 * What transcribes the caller in a call. `local`: a recognizer that was installed on the server. `hosted`: a provider's service. `text`: nothing
 * does, the caller types.
 */
export const HEARING = ["moonshine", "local", "hosted", "browser", "text"] as const;
export type Hearing = (typeof HEARING)[number];

/** A transcriber of any provider. */
export interface Transcriber {
  provider: TranscriberProvider;
  model?: string | undefined;
  language?: string | undefined;
  fallbackPlan?: { transcribers: Transcriber[] } | undefined;
  [field: string]: unknown;
}

const CommonFields = {
  /** Used in this order if this transcriber fails. */
  fallbackPlan: z.strictObject({ transcribers: z.array(z.lazy((): TranscriberSchema => Transcriber)).max(20) }).optional(),
};

const Language = z
  .string()
  .min(1)
  .max(40)
  .meta({ examples: ["en", "en-US", "de", "es", "fr", "multi"] });
const Languages = z.array(Language).max(200);
const Words = z.array(z.string().min(1).max(200)).max(1000);
const Share = z.number().min(0).max(1);
const Milliseconds = (min: number, max: number) => z.number().min(min).max(max).meta({ unit: "ms" });
const Confidence = Share.meta({ default: 0.4, description: "Words below this confidence are dropped." });

const GladiaVocabulary = z.looseObject({
  vocabulary: z
    .array(
      z.union([
        z.string().min(1).max(200),
        z.looseObject({
          value: z.string().min(1).max(200),
          pronunciations: Words.optional(),
          intensity: Share.optional(),
          language: Language.optional(),
        }),
      ]),
    )
    .max(1000),
  defaultIntensity: Share.meta({ default: 0.5 }).optional(),
});

/** One variant per provider. Unknown fields are kept for the provider. */
const AnyTranscriber = z.discriminatedUnion("provider", [
  z.looseObject({
    provider: z.literal("callwright"),
    model: suggested(OFFLINE_TRANSCRIBERS)
      .meta({ default: "auto", examples: [...OFFLINE_TRANSCRIBERS] })
      .optional(),
    language: Language.optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("assembly-ai"),
    language: Language.optional(),
    languageCodes: Languages.optional(),
    speechModel: suggested(suggestedNames("transcriber", "assembly-ai")).optional(),
    mode: z.enum(["max_accuracy", "min_latency", "balanced"]).meta({ default: "balanced" }).optional(),
    prompt: z.string().max(1750).optional(),
    agentContext: z.string().max(1750).optional(),
    confidenceThreshold: Confidence.optional(),
    formatTurns: z.boolean().meta({ default: true }).optional(),
    endOfTurnConfidenceThreshold: Share.meta({ default: 0.7 }).optional(),
    minEndOfTurnSilenceWhenConfident: z.number().min(0).meta({ unit: "ms", default: 160 }).optional(),
    wordFinalizationMaxWaitTime: z.number().min(0).meta({ unit: "ms", default: 160 }).optional(),
    maxTurnSilence: z.number().min(0).meta({ unit: "ms", default: 400 }).optional(),
    vadAssistedEndpointingEnabled: z.boolean().meta({ default: true }).optional(),
    realtimeUrl: z
      .string()
      .max(1000)
      .meta({ title: "Realtime URL", ...NOT_FOR_VISITORS })
      .optional(),
    wordBoost: Words.optional(),
    keytermsPrompt: Words.optional(),
    endUtteranceSilenceThreshold: z.number().meta({ unit: "ms" }).optional(),
    disablePartialTranscripts: z.boolean().optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("azure"),
    language: Language.optional(),
    segmentationStrategy: z.enum(["Default", "Time", "Semantic"]).optional(),
    segmentationSilenceTimeoutMs: Milliseconds(100, 5000).optional(),
    segmentationMaximumTimeMs: Milliseconds(20_000, 70_000).optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("custom-transcriber"),
    server: ServerTarget.meta({ description: "A WebSocket that receives 16-bit PCM and returns transcripts." }),
    /** Ours. */
    protocol: OwnServerProtocol.optional(),
    model: suggested([]).meta({ description: "For the protocol openai." }).optional(),
    language: Language.meta({ description: "For the protocol openai." }).optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("deepgram"),
    model: suggested(suggestedNames("transcriber", "deepgram")).optional(),
    language: Language.optional(),
    languages: Languages.optional(),
    smartFormat: z.boolean().optional(),
    numerals: z.boolean().meta({ default: false }).optional(),
    profanityFilter: z.boolean().meta({ default: false }).optional(),
    redaction: z
      .array(z.enum(["pci", "pii", "phi", "numbers"]))
      .max(4)
      .optional(),
    mipOptOut: z.boolean().meta({ title: "Keep out of model improvement", default: false }).optional(),
    confidenceThreshold: Confidence.optional(),
    eotThreshold: z.number().min(0.5).max(0.9).meta({ title: "End of turn threshold", default: 0.7 }).optional(),
    eotTimeoutMs: Milliseconds(500, 10_000).meta({ title: "End of turn timeout", unit: "ms", default: 5000 }).optional(),
    keywords: z
      .array(z.string().min(1).max(200))
      .max(1000)
      .meta({ description: "`word` or `word:boost`, with an integer boost." })
      .optional(),
    keyterm: Words.meta({ title: "Key terms" }).optional(),
    endpointing: Milliseconds(10, 500).meta({ unit: "ms", default: 10 }).optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("11labs"),
    model: suggested(suggestedNames("transcriber", "11labs")).optional(),
    language: Language.optional(),
    silenceThresholdSeconds: z.number().min(0.3).max(3).meta({ unit: "s" }).optional(),
    confidenceThreshold: z.number().min(0.1).max(0.9).optional(),
    minSpeechDurationMs: Milliseconds(50, 2000).optional(),
    minSilenceDurationMs: Milliseconds(50, 2000).optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("gladia"),
    model: suggested(suggestedNames("transcriber", "gladia")).optional(),
    language: Language.optional(),
    languages: z.union([Language, Languages]).optional(),
    languageBehaviour: z.enum(["manual", "automatic single language", "automatic multiple languages"]).optional(),
    transcriptionHint: z.string().max(600).optional(),
    prosody: z.boolean().optional(),
    audioEnhancer: z.boolean().optional(),
    confidenceThreshold: Confidence.optional(),
    endpointing: z.number().min(0.01).max(10).meta({ unit: "s" }).optional(),
    speechThreshold: Share.optional(),
    customVocabularyEnabled: z.boolean().optional(),
    customVocabularyConfig: GladiaVocabulary.optional(),
    region: z.enum(["us-west", "eu-west"]).optional(),
    receivePartialTranscripts: z.boolean().optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("google"),
    model: suggested(suggestedNames("transcriber", "google")).optional(),
    language: suggested(["Multilingual", "English", "German", "Spanish", "French"], 40).optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("speechmatics"),
    model: suggested(["default"]).optional(),
    language: Language.optional(),
    operatingPoint: z.enum(["standard", "enhanced"]).meta({ default: "enhanced" }).optional(),
    region: z.enum(["eu", "us"]).meta({ default: "eu" }).optional(),
    enableDiarization: z.boolean().meta({ default: false }).optional(),
    maxDelay: Milliseconds(500, 10_000).meta({ unit: "ms", default: 3000 }).optional(),
    customVocabulary: z
      .array(z.looseObject({ content: z.string().min(1).max(200), soundsLike: Words.optional() }))
      .max(1000)
      .optional(),
    numeralStyle: z.enum(["written", "spoken"]).meta({ default: "written" }).optional(),
    endOfTurnSensitivity: Share.meta({ default: 0.5 }).optional(),
    removeDisfluencies: z.boolean().meta({ default: false }).optional(),
    minimumSpeechDuration: z.number().min(0).max(5).meta({ unit: "s", default: 0 }).optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("talkscriber"),
    model: suggested(suggestedNames("transcriber", "talkscriber")).optional(),
    language: Language.optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("openai"),
    model: suggested(suggestedNames("transcriber", "openai")),
    language: Language.optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("cartesia"),
    model: suggested(suggestedNames("transcriber", "cartesia")).optional(),
    language: Language.optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("soniox"),
    model: suggested(suggestedNames("transcriber", "soniox")).optional(),
    language: Language.optional(),
    languages: Languages.optional(),
    languageHintsStrict: z
      .boolean()
      .meta({ title: "Only these languages", default: false, description: "Hears no other languages." })
      .optional(),
    maxEndpointDelayMs: z
      .number()
      .int()
      .min(500)
      .max(3000)
      .meta({ title: "Longest wait for the end", unit: "ms", default: 2000, description: "After the last word of a sentence." })
      .optional(),
    customVocabulary: Words.optional(),
    contextGeneral: z
      .array(z.strictObject({ key: z.string().min(1).max(1000), value: z.string().max(1000) }))
      .max(100)
      .meta({ title: "Context", description: "Facts about the conversation, such as domain: Healthcare." })
      .optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("vapi"),
    version: suggested(["latest", "1"]).optional(),
    language: Language.optional(),
    languages: Languages.optional(),
    keywords: Words.optional(),
    turnTaking: z.enum(["intelligent", "manual"]).optional(),
    ...CommonFields,
  }),
  z.looseObject({
    provider: z.literal("xai"),
    model: suggested(["default"]).optional(),
    language: Language.optional(),
    ...CommonFields,
  }),
]);

/** Named, so that declarations that contain it stay short. */
export interface TranscriberSchema extends z.ZodType<Transcriber, Transcriber> {}

export const Transcriber = AnyTranscriber.meta({ id: "Transcriber" }) as unknown as TranscriberSchema;
