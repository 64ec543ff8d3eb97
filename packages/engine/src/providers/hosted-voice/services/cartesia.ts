import { DEFAULT_MODELS } from "@callwright/contract";
import { rawSound } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice.cartesia;
const SAMPLE_RATE = 24_000;
const VERSION = "2026-03-01";

interface GenerationConfig {
  speed?: number;
  volume?: number;
  experimental?: unknown;
}

const takesGeneration = (model: unknown) => !/^sonic(?:-2|-turbo|$)/.test(String(model));

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
  baseUrl: () => "https://api.cartesia.ai",
  sampleRate: SAMPLE_RATE,
  sound: rawSound,
  request(text, { voice, apiKey }) {
    const { voiceId, model = DEFAULT_MODEL, language, pronunciationDictId } = voice;
    const { speed, volume } = (voice.generationConfig ?? {}) as GenerationConfig;
    return {
      path: "/tts/bytes",
      headers: { authorization: `Bearer ${apiKey}`, "cartesia-version": VERSION },
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
};
