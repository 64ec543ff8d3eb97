import { DEFAULT_MODELS, type Voice } from "@callwright/contract";
import { z } from "zod";
import { asName, CatalogText, genderOf, known } from "../../voice-catalog/voice-catalog.ts";
import { givenFields, SAMPLE_RATE, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice["rime-ai"];

const isMist = (model: unknown) => String(model).startsWith("mist");
const MIST_SETTINGS = ["pauseBetweenBrackets", "phonemizeBetweenBrackets", "reduceLatency", "inlineSpeedAlpha"] as const;

const Voices = z.array(
  z.object({
    speaker: z.string(),
    modelId: z.string(),
    gender: CatalogText,
    age: CatalogText,
    dialect: CatalogText,
    language: CatalogText,
    lang: CatalogText,
  }),
);

/** Rime. */
export const rimeVoice: VoiceService = {
  provider: "rime-ai",
  source: "https://docs.rime.ai/api-reference/endpoint/tts, /docs/models and /docs/speed, 2026-11-29",
  settings: [
    ...["model", "language", "speed", "pauseBetweenBrackets", "phonemizeBetweenBrackets"],
    ...["reduceLatency", "inlineSpeedAlpha"],
  ],
  ignored: ({ model = DEFAULT_MODEL }): Record<string, string> =>
    isMist(model) ? {} : Object.fromEntries(MIST_SETTINGS.map((name) => [name, `${model} has no such setting; Mist has.`])),
  baseUrl: "https://users.rime.ai",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  request: (text, { voice }) => ({
    path: "/v1/rime-tts",
    headers: { accept: "audio/L16" },
    body: {
      speaker: voice.voiceId,
      text,
      modelId: voice.model ?? DEFAULT_MODEL,
      samplingRate: SAMPLE_RATE,
      ...givenFields({
        lang: voice.language,
        ...speedFields(voice),
        ...(isMist(voice.model ?? DEFAULT_MODEL) && Object.fromEntries(MIST_SETTINGS.map((name) => [name, voice[name]]))),
      }),
    },
  }),
  /** The list is public. A speaker exists in several models, and in several languages of one. */
  catalog: {
    source: "https://docs.rime.ai/api-reference/data/voice-details, 2026-11-24",
    needsKey: false,
    async list(ask) {
      const voices = Voices.parse(await ask({ path: "/data/voices/voice_details.json" }));
      return voices.map(({ speaker, modelId: model, gender, age, dialect, language, lang }) => ({
        voiceId: speaker,
        name: asName(speaker),
        model,
        isPublic: true,
        ...known({
          gender: genderOf(gender),
          accent: dialect,
          language,
          languageCode: lang,
          description: [model, age].filter(Boolean).join(", "),
        }),
      }));
    },
  },
};

/** The setting is a factor of the speed. Both fields of Rime are factors of the time. */
function speedFields({ model = DEFAULT_MODEL, speed }: Voice): Record<string, number> {
  if (typeof speed !== "number") return {};
  const time = Math.round(1_000 / speed) / 1_000;
  return /^mist(?:v2)?$/.test(String(model)) ? { speedAlpha: time } : { timeScaleFactor: time };
}
