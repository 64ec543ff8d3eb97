import { z } from "zod";
import { suggestedNames } from "../catalog/catalog.ts";
import { optionalFields } from "../wire/objects.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { suggested } from "../wire/suggested.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { OwnServerProtocol } from "./own-server-protocol.ts";
import type { TranscriberProvider } from "./transcriber-providers.ts";

/**
 * `auto`: Moonshine if the server has it and the language is English, otherwise the browser, otherwise text only. The id of an installed recognizer
 * is a model, too.
 */
export const OFFLINE_TRANSCRIBERS = ["auto", "moonshine", "browser"] as const;
export type OfflineTranscriber = (typeof OFFLINE_TRANSCRIBERS)[number];

/**
 * The recognizer of the caller's words. `local`: one that is installed on the server. `hosted`: a provider's service. `text`: none, the caller types.
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

/** A provider's transcriber. Its settings may be left out. */
const transcriber = <const Provider extends TranscriberProvider>(provider: Provider, settings: z.ZodRawShape) =>
  z.looseObject({ provider: z.literal(provider), ...optionalFields(settings).shape, ...CommonFields });

/** One variant per provider. Unknown fields are kept for the provider. */
const AnyTranscriber = z.discriminatedUnion("provider", [
  transcriber("callwright", {
    model: suggested(OFFLINE_TRANSCRIBERS).meta({ default: "auto", examples: [...OFFLINE_TRANSCRIBERS] }),
    language: Language,
  }),
  transcriber("assembly-ai", {
    language: Language,
    languageCodes: Languages,
    speechModel: suggested(suggestedNames("transcriber", "assembly-ai")),
    mode: z.enum(["max_accuracy", "min_latency", "balanced"]).meta({ default: "balanced" }),
    prompt: z.string().max(1750),
    agentContext: z.string().max(1750),
    confidenceThreshold: Confidence,
    formatTurns: z.boolean().meta({ default: true }),
    endOfTurnConfidenceThreshold: Share.meta({ default: 0.7 }),
    minEndOfTurnSilenceWhenConfident: z.number().min(0).meta({ unit: "ms", default: 160 }),
    wordFinalizationMaxWaitTime: z.number().min(0).meta({ unit: "ms", default: 160 }),
    maxTurnSilence: z.number().min(0).meta({ unit: "ms", default: 400 }),
    vadAssistedEndpointingEnabled: z.boolean().meta({ default: true }),
    realtimeUrl: z.string().max(1000).meta({ title: "Realtime URL" }).meta(NOT_FOR_VISITORS),
    wordBoost: Words,
    keytermsPrompt: Words,
    endUtteranceSilenceThreshold: z.number().meta({ unit: "ms" }),
    disablePartialTranscripts: z.boolean(),
  }),
  transcriber("azure", {
    language: Language,
    segmentationStrategy: z.enum(["Default", "Time", "Semantic"]),
    segmentationSilenceTimeoutMs: Milliseconds(100, 5000),
    segmentationMaximumTimeMs: Milliseconds(20_000, 70_000),
  }),
  z.looseObject({
    provider: z.literal("custom-transcriber"),
    server: ServerTarget.meta({ description: "A WebSocket that receives 16-bit PCM and returns transcripts." }),
    /** Callwright only. */
    protocol: OwnServerProtocol.optional(),
    model: suggested([]).meta({ description: "For the protocol openai." }).optional(),
    language: Language.meta({ description: "For the protocol openai." }).optional(),
    ...CommonFields,
  }),
  transcriber("deepgram", {
    model: suggested(suggestedNames("transcriber", "deepgram")),
    language: Language,
    languages: Languages,
    smartFormat: z.boolean(),
    numerals: z.boolean().meta({ default: false }),
    profanityFilter: z.boolean().meta({ default: false }),
    redaction: z.array(z.enum(["pci", "pii", "phi", "numbers"])).max(4),
    mipOptOut: z.boolean().meta({ title: "Keep out of model improvement", default: false }),
    confidenceThreshold: Confidence,
    eotThreshold: z.number().min(0.5).max(0.9).meta({ title: "End of turn threshold", default: 0.7 }),
    eotTimeoutMs: Milliseconds(500, 10_000).meta({ title: "End of turn timeout", unit: "ms", default: 5000 }),
    keywords: z
      .array(z.string().min(1).max(200))
      .max(1000)
      .meta({ description: "`word` or `word:boost`, with an integer boost." }),
    keyterm: Words.meta({ title: "Key terms" }),
    endpointing: Milliseconds(10, 500).meta({ unit: "ms", default: 10 }),
  }),
  transcriber("11labs", {
    model: suggested(suggestedNames("transcriber", "11labs")),
    language: Language,
    silenceThresholdSeconds: z.number().min(0.3).max(3).meta({ unit: "s" }),
    confidenceThreshold: z.number().min(0.1).max(0.9),
    minSpeechDurationMs: Milliseconds(50, 2000),
    minSilenceDurationMs: Milliseconds(50, 2000),
  }),
  transcriber("gladia", {
    model: suggested(suggestedNames("transcriber", "gladia")),
    language: Language,
    languages: z.union([Language, Languages]),
    languageBehaviour: z.enum(["manual", "automatic single language", "automatic multiple languages"]),
    transcriptionHint: z.string().max(600),
    prosody: z.boolean(),
    audioEnhancer: z.boolean(),
    confidenceThreshold: Confidence,
    endpointing: z.number().min(0.01).max(10).meta({ unit: "s" }),
    speechThreshold: Share,
    customVocabularyEnabled: z.boolean(),
    customVocabularyConfig: GladiaVocabulary,
    region: z.enum(["us-west", "eu-west"]),
    receivePartialTranscripts: z.boolean(),
  }),
  transcriber("google", {
    model: suggested(suggestedNames("transcriber", "google")),
    language: suggested(["Multilingual", "English", "German", "Spanish", "French"], 40),
  }),
  transcriber("speechmatics", {
    model: suggested(["default"]),
    language: Language,
    operatingPoint: z.enum(["standard", "enhanced"]).meta({ default: "enhanced" }),
    region: z.enum(["eu", "us"]).meta({ default: "eu" }),
    enableDiarization: z.boolean().meta({ default: false }),
    maxDelay: Milliseconds(500, 10_000).meta({ unit: "ms", default: 3000 }),
    customVocabulary: z.array(z.looseObject({ content: z.string().min(1).max(200), soundsLike: Words.optional() })).max(1000),
    numeralStyle: z.enum(["written", "spoken"]).meta({ default: "written" }),
    endOfTurnSensitivity: Share.meta({ default: 0.5 }),
    removeDisfluencies: z.boolean().meta({ default: false }),
    minimumSpeechDuration: z.number().min(0).max(5).meta({ unit: "s", default: 0 }),
  }),
  transcriber("talkscriber", { model: suggested(suggestedNames("transcriber", "talkscriber")), language: Language }),
  z.looseObject({
    provider: z.literal("openai"),
    model: suggested(suggestedNames("transcriber", "openai")),
    language: Language.optional(),
    ...CommonFields,
  }),
  transcriber("cartesia", { model: suggested(suggestedNames("transcriber", "cartesia")), language: Language }),
  transcriber("soniox", {
    model: suggested(suggestedNames("transcriber", "soniox")),
    language: Language,
    languages: Languages,
    languageHintsStrict: z
      .boolean()
      .meta({ title: "Only these languages", default: false, description: "Hears no other languages." }),
    maxEndpointDelayMs: z
      .number()
      .int()
      .min(500)
      .max(3000)
      .meta({ title: "Longest wait for the end", unit: "ms", default: 2000, description: "After the last word of a sentence." }),
    customVocabulary: Words,
    contextGeneral: z
      .array(z.strictObject({ key: z.string().min(1).max(1000), value: z.string().max(1000) }))
      .max(100)
      .meta({ title: "Context", description: "Facts about the conversation, such as domain: Healthcare." }),
  }),
  transcriber("vapi", {
    version: suggested(["latest", "1"]),
    language: Language,
    languages: Languages,
    keywords: Words,
    turnTaking: z.enum(["intelligent", "manual"]),
  }),
  transcriber("xai", { model: suggested(["default"]), language: Language }),
]);

/** Named, so that declarations that contain it stay short. */
export interface TranscriberSchema extends z.ZodType<Transcriber, Transcriber> {}

export const Transcriber = AnyTranscriber.meta({ id: "Transcriber" }) as unknown as TranscriberSchema;
