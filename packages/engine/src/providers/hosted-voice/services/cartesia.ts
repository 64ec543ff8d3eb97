import { DEFAULT_MODELS } from "@callwright/contract";
import { rawSound } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice.cartesia;
const SAMPLE_RATE = 24_000;
/** The version that still has `__experimental_controls`, and the one for all else. */
const EXPERIMENTAL_VERSION = "2024-11-13";
const VERSION = "2025-04-16";

interface GenerationConfig {
  speed?: number;
  volume?: number;
  experimental?: { accentLocalization?: number };
}

/** Cartesia's Sonic models. Speed and emotion of `experimentalControls` are for models before sonic-3. */
export const cartesiaVoice: VoiceService = {
  provider: "cartesia",
  source: "https://docs.cartesia.ai/api-reference/tts/bytes, 2026-11-24",
  settings: ["model", "language", "experimentalControls", "generationConfig", "pronunciationDictId"],
  baseUrl: () => "https://api.cartesia.ai",
  sampleRate: SAMPLE_RATE,
  sound: rawSound,
  request(text, { voice, apiKey }) {
    const { voiceId, model = DEFAULT_MODEL, language, experimentalControls: controls, pronunciationDictId } = voice;
    const { speed, volume, experimental } = (voice.generationConfig ?? {}) as GenerationConfig;
    const isExperimental = controls !== undefined && !String(model).startsWith("sonic-3");
    return {
      path: "/tts/bytes",
      headers: {
        authorization: `Bearer ${apiKey}`,
        "cartesia-version": isExperimental ? EXPERIMENTAL_VERSION : VERSION,
      },
      body: {
        model_id: model,
        transcript: text,
        voice: { mode: "id", id: voiceId, ...(isExperimental && { __experimental_controls: controls }) },
        output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: SAMPLE_RATE },
        ...givenFields({
          language,
          pronunciation_dict_id: pronunciationDictId,
          generation_config: givenFields({
            speed,
            volume,
            experimental: givenFields({ accent_localization: experimental?.accentLocalization }),
          }),
        }),
      },
    };
  },
};
