import { DEFAULT_MODELS } from "@callwright/contract";
import { rawSound } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice["rime-ai"];
const SAMPLE_RATE = 24_000;

/** Rime. */
export const rimeVoice: VoiceService = {
  provider: "rime-ai",
  source: "https://docs.rime.ai/api-reference/endpoint/streaming-pcm, 2026-11-24",
  settings: [
    ...["model", "language", "speed", "pauseBetweenBrackets", "phonemizeBetweenBrackets"],
    ...["reduceLatency", "inlineSpeedAlpha"],
  ],
  baseUrl: () => "https://users.rime.ai",
  sampleRate: SAMPLE_RATE,
  sound: rawSound,
  request: (text, { voice, apiKey }) => ({
    path: "/v1/rime-tts",
    headers: { authorization: `Bearer ${apiKey}`, accept: "audio/pcm" },
    body: {
      speaker: voice.voiceId,
      text,
      modelId: voice.model ?? DEFAULT_MODEL,
      samplingRate: SAMPLE_RATE,
      ...givenFields({
        lang: voice.language,
        speedAlpha: voice.speed,
        pauseBetweenBrackets: voice.pauseBetweenBrackets,
        phonemizeBetweenBrackets: voice.phonemizeBetweenBrackets,
        reduceLatency: voice.reduceLatency,
        inlineSpeedAlpha: voice.inlineSpeedAlpha,
      }),
    },
  }),
};
