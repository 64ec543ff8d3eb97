import { rawSound } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const SAMPLE_RATE = 24_000;
const DEFAULT_MODEL = "lightning_v3.1_pro";
/** The contract's name for whatever model is current. */
const CURRENT_MODEL = "lightning";

/** Smallest AI's Lightning models. */
export const smallestVoice: VoiceService = {
  provider: "smallest-ai",
  source: "https://docs.smallest.ai (OpenAPI of the Waves TTS API), 2026-11-24",
  settings: ["model", "speed"],
  baseUrl: () => "https://api.smallest.ai",
  sampleRate: SAMPLE_RATE,
  sound: rawSound,
  request: (text, { voice: { voiceId, model = CURRENT_MODEL, speed }, apiKey }) => ({
    path: "/waves/v1/tts",
    headers: { authorization: `Bearer ${apiKey}` },
    body: {
      ...{ text, voice_id: voiceId, model: model === CURRENT_MODEL ? DEFAULT_MODEL : model },
      ...{ sample_rate: SAMPLE_RATE, output_format: "pcm", ...givenFields({ speed }) },
    },
  }),
};
