import { DEFAULT_MODELS } from "@callwright/contract";
import { z } from "zod";
import { CatalogText, genderOf, known, languageName, voicesInPages } from "../../voice-catalog/voice-catalog.ts";
import { givenFields, SAMPLE_RATE, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice.cartesia;
const VERSION = "2026-03-01";

interface GenerationConfig {
  speed?: number;
  volume?: number;
  experimental?: unknown;
}

const takesGeneration = (model: unknown) => !/^sonic(?:-2|-turbo|$)/.test(String(model));

const Page = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: CatalogText,
      language: CatalogText,
      gender: CatalogText,
      created_at: CatalogText,
      is_public: z.boolean().nullish(),
    }),
  ),
  has_more: z.boolean().nullish(),
});

/** Cartesia's Sonic models. `experimentalControls` were for models that ended on June 1, 2026. */
export const cartesiaVoice: VoiceService = {
  provider: "cartesia",
  source: "https://docs.cartesia.ai/2026-03-01/api-reference/tts/bytes and its client 4.2.0, 2026-11-29",
  settings: ["model", "language", "generationConfig", "pronunciationDictId"],
  ignored: ({ model = DEFAULT_MODEL, generationConfig }) => ({
    ...(!takesGeneration(model) && { generationConfig: `${model} has no speed and volume. Choose sonic-3 or later.` }),
    ...((generationConfig as GenerationConfig | undefined)?.experimental !== undefined && {
      "generationConfig.experimental": "Cartesia has no such setting any more.",
    }),
  }),
  baseUrl: "https://api.cartesia.ai",
  headers: (key) => ({ authorization: `Bearer ${key}`, "cartesia-version": VERSION }),
  keyCheck: {
    source: "https://docs.cartesia.ai/api-reference/voices/list",
    path: "/voices?limit=1",
  },
  request(text, { voice }) {
    const { voiceId, model = DEFAULT_MODEL, language, pronunciationDictId } = voice;
    const { speed, volume } = (voice.generationConfig ?? {}) as GenerationConfig;
    return {
      path: "/tts/bytes",
      body: {
        model_id: model,
        transcript: text,
        voice: { mode: "id", id: voiceId },
        output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: SAMPLE_RATE },
        ...givenFields({
          language,
          pronunciation_dict_id: pronunciationDictId,
          generation_config: takesGeneration(model) ? givenFields({ speed, volume }) : undefined,
        }),
      },
    };
  },
  catalog: {
    source: "https://docs.cartesia.ai/api-reference/voices/list, 2026-11-24",
    list: (ask) =>
      voicesInPages(async (last) => {
        const query = new URLSearchParams({ limit: "100", ...(last !== undefined && { starting_after: last }) });
        const { data, has_more: more } = Page.parse(await ask({ path: `/voices?${query}` }));
        return {
          next: more ? data.at(-1)?.id : undefined,
          voices: data.map(({ id, name, description, language, gender, created_at: createdAt, is_public: isPublic }) => ({
            voiceId: id,
            name,
            isPublic: isPublic ?? true,
            ...known({
              gender: genderOf(gender),
              languageCode: language,
              language: languageName(language),
              description,
              createdAt: isoTime(createdAt),
            }),
          })),
        };
      }),
  },
};

function isoTime(text: string | null | undefined): string | undefined {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
