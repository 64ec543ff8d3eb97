import { z } from "zod";
import { suggestedNames } from "../catalog/catalog.ts";
import { VOICE_NAMES } from "../catalog/voice-names.ts";
import { optionalFields } from "../wire/objects.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { suggested } from "../wire/suggested.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { ChunkPlan } from "./chunk-plan.ts";
import { OwnServerProtocol } from "./own-server-protocol.ts";
import type { VoiceProvider } from "./voice-providers.ts";

/** A voice of any provider. Only a `custom-voice` may have no `voiceId`. */
export interface Voice {
  provider: VoiceProvider;
  voiceId?: string | undefined;
  cachingEnabled?: boolean | undefined;
  chunkPlan?: ChunkPlan | undefined;
  fallbackPlan?: { voices: Voice[] } | undefined;
  [field: string]: unknown;
}

const CommonFields = {
  cachingEnabled: z.boolean().meta({ default: true, description: "Reuses the audio of repeated text." }).optional(),
  chunkPlan: ChunkPlan.optional(),
};
const FallbackFields = {
  ...CommonFields,
  /** Used in this order if this voice fails. */
  fallbackPlan: z.strictObject({ voices: z.array(z.lazy((): VoiceSchema => Voice)).max(20) }).optional(),
};

const VoiceId = suggested([]).meta({ title: "Voice" });
const voiceIdOf = (names: readonly string[]) => suggested(names).meta({ title: "Voice", examples: [...names] });
const Speed = (min: number, max: number) => z.number().min(min).max(max);
const Share = z.number().min(0).max(1);
const Language = z.string().min(1).max(40);

const PLAYHT_EMOTIONS = [
  "female_happy",
  "female_sad",
  "female_angry",
  "female_fearful",
  "female_disgust",
  "female_surprised",
].flatMap((emotion) => [emotion, emotion.replace("female", "male")]);

/** A provider's voice. Its settings may be left out. */
const voice = <const Provider extends VoiceProvider>(provider: Provider, voiceId: z.ZodType, settings: z.ZodRawShape = {}) =>
  z.looseObject({ provider: z.literal(provider), voiceId, ...optionalFields(settings).shape, ...FallbackFields });

/** One variant per provider. Unknown fields are kept for the provider. */
const AnyVoice = z.discriminatedUnion("provider", [
  voice("callwright", voiceIdOf(VOICE_NAMES.callwright), {
    language: Language.meta({ description: "ISO 639-1 code, for a natural voice of several languages." }),
  }),
  voice("11labs", voiceIdOf(VOICE_NAMES["11labs"]), {
    model: suggested(suggestedNames("voice", "11labs")),
    language: Language,
    stability: Share,
    similarityBoost: Share,
    style: Share,
    useSpeakerBoost: z.boolean(),
    speed: Speed(0.7, 1.2),
    optimizeStreamingLatency: z.number().min(0).max(4),
    enableSsmlParsing: z.boolean().meta({ title: "SSML", default: false }),
    autoMode: z.boolean(),
    pronunciationDictionaryLocators: z
      .array(z.looseObject({ pronunciationDictionaryId: z.string().max(200), versionId: z.string().max(200) }))
      .max(100)
      .meta({ title: "Pronunciation dictionaries" }),
  }),
  voice("azure", voiceIdOf(VOICE_NAMES.azure), { speed: Speed(0.5, 2) }),
  voice("cartesia", voiceIdOf(VOICE_NAMES.cartesia), {
    model: suggested(suggestedNames("voice", "cartesia")),
    language: Language,
    experimentalControls: z.looseObject({
      speed: z.union([z.enum(["slowest", "slow", "normal", "fast", "fastest"]), z.number()]).optional(),
      emotion: z.union([z.string().max(100), z.array(z.string().max(100)).max(20)]).optional(),
    }),
    generationConfig: z.looseObject({
      speed: Speed(0.6, 1.5).meta({ default: 1 }).optional(),
      volume: z.number().min(0.5).max(2).meta({ default: 1 }).optional(),
      experimental: z.looseObject({ accentLocalization: Share.meta({ default: 0 }).optional() }).optional(),
    }),
    pronunciationDictId: z.string().max(200).meta({ title: "Pronunciation dictionary" }),
  }),
  z.looseObject({
    provider: z.literal("custom-voice"),
    server: ServerTarget.meta({ description: "Receives the text and returns raw mono 16-bit PCM." }),
    /** Callwright only. */
    protocol: OwnServerProtocol.optional(),
    voiceId: VoiceId.optional(),
    model: suggested([]).meta({ description: "For the protocol openai." }).optional(),
    ...FallbackFields,
  }),
  voice("deepgram", voiceIdOf(VOICE_NAMES.deepgram), {
    model: suggested(suggestedNames("voice", "deepgram")),
    mipOptOut: z.boolean().meta({ title: "Keep out of model improvement", default: false }),
  }),
  voice("hume", VoiceId, {
    model: suggested(["octave", "octave2"]),
    isCustomHumeVoice: z.boolean(),
    description: z.string().max(10_000),
  }),
  voice("inworld", voiceIdOf(VOICE_NAMES.inworld), {
    model: suggested(suggestedNames("voice", "inworld")),
    languageCode: Language.meta({ default: "en" }),
    temperature: z.number().min(0.1).max(2).meta({ default: 1.1 }),
    speakingRate: Speed(0.5, 1.5).meta({ default: 1 }),
  }),
  voice("lmnt", voiceIdOf(VOICE_NAMES.lmnt), { speed: Speed(0.25, 2), language: Language }),
  voice("microsoft", voiceIdOf(VOICE_NAMES.microsoft), {
    style: suggested(["cheerful", "calm", "empathy", "excited", "friendly", "serious", "whispering"]),
    styleDegree: z.number().min(0.01).max(2).meta({ default: 1 }),
    role: suggested(["Girl", "Boy", "YoungAdultFemale", "YoungAdultMale", "SeniorFemale", "SeniorMale"]),
    speed: Speed(0.5, 2),
  }),
  voice("minimax", voiceIdOf(VOICE_NAMES.minimax), {
    model: suggested(suggestedNames("voice", "minimax")),
    emotion: z.string().max(100),
    subtitleType: z.enum(["word", "sentence"]).meta({ default: "sentence" }),
    pitch: z.number().min(-12).max(12).meta({ default: 0 }),
    speed: Speed(0.5, 2).meta({ default: 1 }),
    volume: z.number().min(0.5).max(2).meta({ default: 1 }),
    region: z.enum(["worldwide", "china"]).meta({ default: "worldwide" }),
    languageBoost: Language,
    textNormalizationEnabled: z.boolean().meta({ default: true }),
  }),
  z.looseObject({
    provider: z.literal("neuphonic"),
    voiceId: voiceIdOf(VOICE_NAMES.neuphonic),
    model: suggested(["neu_hq", "neu_fast"]).optional(),
    language: Language,
    speed: Speed(0.25, 2).optional(),
    ...FallbackFields,
  }),
  voice("openai", voiceIdOf(VOICE_NAMES.openai), {
    model: suggested(suggestedNames("voice", "openai")),
    instructions: z.string().max(10_000).meta({ description: "How to speak; not for tts-1 and tts-1-hd." }),
    speed: Speed(0.25, 4),
  }),
  voice("playht", voiceIdOf(VOICE_NAMES.playht), {
    model: suggested(["PlayHT2.0", "PlayHT2.0-turbo", "Play3.0-mini", "PlayDialog"]),
    language: Language,
    speed: Speed(0.1, 5),
    temperature: z.number().min(0.1).max(2),
    emotion: suggested(PLAYHT_EMOTIONS),
    voiceGuidance: z.number().min(1).max(6),
    styleGuidance: z.number().min(1).max(30),
    textGuidance: z.number().min(1).max(2),
  }),
  voice("rime-ai", voiceIdOf(VOICE_NAMES["rime-ai"]), {
    model: suggested(suggestedNames("voice", "rime-ai")),
    language: Language,
    speed: z.number().min(0.1),
    pauseBetweenBrackets: z.boolean(),
    phonemizeBetweenBrackets: z.boolean(),
    reduceLatency: z.boolean(),
    inlineSpeedAlpha: z.string().max(1000),
  }),
  z.looseObject({ provider: z.literal("sesame"), voiceId: VoiceId, model: suggested(["csm-1b"]), ...FallbackFields }),
  voice("smallest-ai", voiceIdOf(VOICE_NAMES["smallest-ai"]), {
    model: suggested(suggestedNames("voice", "smallest-ai")),
    speed: z.number(),
  }),
  voice("tavus", voiceIdOf(VOICE_NAMES.tavus), {
    personaId: z.string().max(200).meta({ title: "Persona" }),
    callbackUrl: z.string().max(10_000).meta({ title: "Callback URL" }).meta(NOT_FOR_VISITORS),
    conversationName: z.string().max(1000),
    conversationalContext: z.string().max(100_000),
    customGreeting: z.string().max(10_000),
    properties: z.looseObject({
      maxCallDuration: z.number().meta({ unit: "s" }).optional(),
      participantLeftTimeout: z.number().meta({ unit: "s" }).optional(),
      participantAbsentTimeout: z.number().meta({ unit: "s" }).optional(),
      enableRecording: z.boolean().optional(),
      enableTranscription: z.boolean().optional(),
      applyGreenscreen: z.boolean().optional(),
      language: Language.optional(),
      recordingS3BucketName: z.string().max(1000).optional(),
      recordingS3BucketRegion: z.string().max(1000).optional(),
      awsAssumeRoleArn: z.string().max(1000).optional(),
    }),
  }),
  z.looseObject({
    provider: z.literal("vapi"),
    voiceId: voiceIdOf(VOICE_NAMES.vapi),
    version: suggested(["1", "2", "latest"]).optional(),
    speed: Speed(0.25, 2).meta({ default: 1 }).optional(),
    language: Language.optional(),
    pronunciationDictionary: z
      .array(
        z.looseObject({
          pronunciationDictId: z.string().max(200),
          versionId: z.string().max(200).optional(),
          provider: z.enum(["cartesia", "11labs"]).optional(),
        }),
      )
      .max(100)
      .optional(),
    ...CommonFields,
  }),
  voice("wellsaid", VoiceId, {
    model: suggested(["caruso", "legacy"]),
    enableSsml: z.boolean().meta({ title: "SSML" }),
    libraryIds: z.array(z.string().max(200)).max(100),
  }),
  voice("xai", voiceIdOf(VOICE_NAMES.xai), {
    language: Language.meta({ default: "en" }),
    speed: Speed(0.7, 1.5).meta({ default: 1.1 }),
  }),
]);

/** Named, so that declarations that contain it stay short. */
export interface VoiceSchema extends z.ZodType<Voice, Voice> {}

export const Voice = AnyVoice.meta({ id: "Voice" }) as unknown as VoiceSchema;
