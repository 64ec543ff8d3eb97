import { DEFAULT_MODELS, type Voice } from "@callwright/contract";
import { z } from "zod";
import { asName, CatalogText, genderOf, known } from "../../voice-catalog/voice-catalog.ts";
import { givenFields, SAMPLE_RATE, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice["smallest-ai"];
/** The contract's name for whatever model is current. */
const CURRENT_MODEL = "lightning";
/** Other speeds are refused. */
const SPEED = { least: 0.5, most: 2 };

const Tags = z
  .object({ language: z.array(z.string()).nullish(), accent: CatalogText, gender: CatalogText, age: CatalogText })
  .nullish();
const Voices = z.object({
  voices: z.array(z.object({ voiceId: z.string(), displayName: z.string(), tags: Tags.catch(undefined) })),
});

/** Smallest AI's Lightning models. */
export const smallestVoice: VoiceService = {
  provider: "smallest-ai",
  source: "https://github.com/smallest-inc/smallest-ai-documentation (OpenAPI of the Waves TTS API), 2026-11-29",
  settings: ["model", "speed"],
  ignored: ({ speed }): Record<string, string> =>
    typeof speed === "number" && speed !== possible(speed) ? { speed: `The nearest speed is ${possible(speed)}.` } : {},
  baseUrl: "https://api.smallest.ai",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  model: modelOf,
  request: (text, { voice }) => ({
    path: "/waves/v1/tts",
    body: {
      text,
      voice_id: voice.voiceId,
      model: modelOf(voice),
      sample_rate: SAMPLE_RATE,
      output_format: "pcm",
      ...givenFields({ speed: possible(voice.speed) }),
    },
  }),
  /** One list has the voices of Lightning v3.1 and of its Pro model, without a difference. */
  catalog: {
    source: "https://github.com/smallest-inc/smallest-ai-documentation (get-voices-openapi.yaml), 2026-08-21",
    async list(ask) {
      const { voices } = Voices.parse(await ask({ path: "/waves/v1/lightning-v3.1/get_voices" }));
      return voices.map(({ voiceId, displayName: name, tags }) => ({
        voiceId,
        name,
        isPublic: true,
        ...known({
          gender: genderOf(tags?.gender),
          accent: tags?.accent,
          language: tags?.language?.map(asName).join(", "),
          description: tags?.age,
        }),
      }));
    },
  },
};

function modelOf({ model }: Voice): string {
  if (typeof model !== "string" || model === CURRENT_MODEL) return DEFAULT_MODEL;
  // The vendor's own pages have both spellings; the service accepts this one.
  return model.replace(/^lightning-v/, "lightning_v");
}

const possible = (speed: unknown) => (typeof speed === "number" ? Math.min(Math.max(speed, SPEED.least), SPEED.most) : undefined);
