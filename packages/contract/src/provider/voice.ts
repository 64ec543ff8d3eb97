import { z } from "zod";
import { suggestedNames } from "../catalog/catalog.ts";
import { VOICE_NAMES } from "../catalog/voice-names.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { suggested } from "../wire/suggested.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { ChunkPlan } from "./chunk-plan.ts";
import { OwnServerProtocol } from "./own-server-protocol.ts";

/** Voice providers of the platform. `callwright` is ours: offline voices. */
export const VOICE_PROVIDERS = [
  "callwright",
  "11labs",
  "azure",
  "cartesia",
  "custom-voice",
  "deepgram",
  "hume",
  "inworld",
  "lmnt",
  "microsoft",
  "minimax",
  "neuphonic",
  "openai",
  "playht",
  "rime-ai",
  "sesame",
  "smallest-ai",
  "tavus",
  "vapi",
  "wellsaid",
  "xai",
] as const;
export type VoiceProvider = (typeof VOICE_PROVIDERS)[number];

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

/** One variant per provider. Unknown fields are kept for the provider. */
const AnyVoice = z.discriminatedUnion("provider", [
  z.looseObject({
    provider: z.literal("callwright"),
    voiceId: voiceIdOf(VOICE_NAMES.callwright),
    language: Language.meta({ description: "ISO 639-1 code, for a natural voice of several languages." }).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("11labs"),
    voiceId: voiceIdOf(VOICE_NAMES["11labs"]),
    model: suggested(suggestedNames("voice", "11labs")).optional(),
    language: Language.optional(),
    stability: Share.optional(),
    similarityBoost: Share.optional(),
    style: Share.optional(),
    useSpeakerBoost: z.boolean().optional(),
    speed: Speed(0.7, 1.2).optional(),
    optimizeStreamingLatency: z.number().min(0).max(4).optional(),
    enableSsmlParsing: z.boolean().meta({ title: "SSML", default: false }).optional(),
    autoMode: z.boolean().optional(),
    pronunciationDictionaryLocators: z
      .array(z.looseObject({ pronunciationDictionaryId: z.string().max(200), versionId: z.string().max(200) }))
      .max(100)
      .meta({ title: "Pronunciation dictionaries" })
      .optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("azure"),
    voiceId: voiceIdOf(VOICE_NAMES.azure),
    speed: Speed(0.5, 2).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("cartesia"),
    voiceId: voiceIdOf(VOICE_NAMES.cartesia),
    model: suggested(suggestedNames("voice", "cartesia")).optional(),
    language: Language.optional(),
    experimentalControls: z
      .looseObject({
        speed: z.union([z.enum(["slowest", "slow", "normal", "fast", "fastest"]), z.number()]).optional(),
        emotion: z.union([z.string().max(100), z.array(z.string().max(100)).max(20)]).optional(),
      })
      .optional(),
    generationConfig: z
      .looseObject({
        speed: Speed(0.6, 1.5).meta({ default: 1 }).optional(),
        volume: z.number().min(0.5).max(2).meta({ default: 1 }).optional(),
        experimental: z.looseObject({ accentLocalization: Share.meta({ default: 0 }).optional() }).optional(),
      })
      .optional(),
    pronunciationDictId: z.string().max(200).meta({ title: "Pronunciation dictionary" }).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("custom-voice"),
    server: ServerTarget.meta({ description: "Receives the text and returns raw mono 16-bit PCM." }),
    /** Ours. */
    protocol: OwnServerProtocol.optional(),
    voiceId: VoiceId.optional(),
    model: suggested([]).meta({ description: "For the protocol openai." }).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("deepgram"),
    voiceId: voiceIdOf(VOICE_NAMES.deepgram),
    model: suggested(suggestedNames("voice", "deepgram")).optional(),
    mipOptOut: z.boolean().meta({ title: "Keep out of model improvement", default: false }).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("hume"),
    voiceId: VoiceId,
    model: suggested(["octave", "octave2"]).optional(),
    isCustomHumeVoice: z.boolean().optional(),
    description: z.string().max(10_000).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("inworld"),
    voiceId: voiceIdOf(VOICE_NAMES.inworld),
    model: suggested(suggestedNames("voice", "inworld")).optional(),
    languageCode: Language.meta({ default: "en" }).optional(),
    temperature: z.number().min(0.1).max(2).meta({ default: 1.1 }).optional(),
    speakingRate: Speed(0.5, 1.5).meta({ default: 1 }).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("lmnt"),
    voiceId: voiceIdOf(VOICE_NAMES.lmnt),
    speed: Speed(0.25, 2).optional(),
    language: Language.optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("microsoft"),
    voiceId: voiceIdOf(VOICE_NAMES.microsoft),
    style: suggested(["cheerful", "calm", "empathy", "excited", "friendly", "serious", "whispering"]).optional(),
    styleDegree: z.number().min(0.01).max(2).meta({ default: 1 }).optional(),
    role: suggested(["Girl", "Boy", "YoungAdultFemale", "YoungAdultMale", "SeniorFemale", "SeniorMale"]).optional(),
    speed: Speed(0.5, 2).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("minimax"),
    voiceId: voiceIdOf(VOICE_NAMES.minimax),
    model: suggested(suggestedNames("voice", "minimax")).optional(),
    emotion: z.string().max(100).optional(),
    subtitleType: z.enum(["word", "sentence"]).meta({ default: "sentence" }).optional(),
    pitch: z.number().min(-12).max(12).meta({ default: 0 }).optional(),
    speed: Speed(0.5, 2).meta({ default: 1 }).optional(),
    volume: z.number().min(0.5).max(2).meta({ default: 1 }).optional(),
    region: z.enum(["worldwide", "china"]).meta({ default: "worldwide" }).optional(),
    languageBoost: Language.optional(),
    textNormalizationEnabled: z.boolean().meta({ default: true }).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("neuphonic"),
    voiceId: voiceIdOf(VOICE_NAMES.neuphonic),
    model: suggested(["neu_hq", "neu_fast"]).optional(),
    language: Language,
    speed: Speed(0.25, 2).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("openai"),
    voiceId: voiceIdOf(VOICE_NAMES.openai),
    model: suggested(suggestedNames("voice", "openai")).optional(),
    instructions: z.string().max(10_000).meta({ description: "How to speak; not for tts-1 and tts-1-hd." }).optional(),
    speed: Speed(0.25, 4).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("playht"),
    voiceId: voiceIdOf(VOICE_NAMES.playht),
    model: suggested(["PlayHT2.0", "PlayHT2.0-turbo", "Play3.0-mini", "PlayDialog"]).optional(),
    language: Language.optional(),
    speed: Speed(0.1, 5).optional(),
    temperature: z.number().min(0.1).max(2).optional(),
    emotion: suggested(PLAYHT_EMOTIONS).optional(),
    voiceGuidance: z.number().min(1).max(6).optional(),
    styleGuidance: z.number().min(1).max(30).optional(),
    textGuidance: z.number().min(1).max(2).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("rime-ai"),
    voiceId: voiceIdOf(VOICE_NAMES["rime-ai"]),
    model: suggested(suggestedNames("voice", "rime-ai")).optional(),
    language: Language.optional(),
    speed: z.number().min(0.1).optional(),
    pauseBetweenBrackets: z.boolean().optional(),
    phonemizeBetweenBrackets: z.boolean().optional(),
    reduceLatency: z.boolean().optional(),
    inlineSpeedAlpha: z.string().max(1000).optional(),
    ...FallbackFields,
  }),
  z.looseObject({ provider: z.literal("sesame"), voiceId: VoiceId, model: suggested(["csm-1b"]), ...FallbackFields }),
  z.looseObject({
    provider: z.literal("smallest-ai"),
    voiceId: voiceIdOf(VOICE_NAMES["smallest-ai"]),
    model: suggested(suggestedNames("voice", "smallest-ai")).optional(),
    speed: z.number().optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("tavus"),
    voiceId: voiceIdOf(VOICE_NAMES.tavus),
    personaId: z.string().max(200).meta({ title: "Persona" }).optional(),
    callbackUrl: z
      .string()
      .max(10_000)
      .meta({ title: "Callback URL", ...NOT_FOR_VISITORS })
      .optional(),
    conversationName: z.string().max(1000).optional(),
    conversationalContext: z.string().max(100_000).optional(),
    customGreeting: z.string().max(10_000).optional(),
    properties: z
      .looseObject({
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
      })
      .optional(),
    ...FallbackFields,
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
  z.looseObject({
    provider: z.literal("wellsaid"),
    voiceId: VoiceId,
    model: suggested(["caruso", "legacy"]).optional(),
    enableSsml: z.boolean().meta({ title: "SSML" }).optional(),
    libraryIds: z.array(z.string().max(200)).max(100).optional(),
    ...FallbackFields,
  }),
  z.looseObject({
    provider: z.literal("xai"),
    voiceId: voiceIdOf(VOICE_NAMES.xai),
    language: Language.meta({ default: "en" }).optional(),
    speed: Speed(0.7, 1.5).meta({ default: 1.1 }).optional(),
    ...FallbackFields,
  }),
]);

/** Named, so that declarations that contain it stay short. */
export interface VoiceSchema extends z.ZodType<Voice, Voice> {}

export const Voice = AnyVoice.meta({ id: "Voice" }) as unknown as VoiceSchema;
