import { DEFAULT_MODELS } from "@callwright/contract";
import { rawSound } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice.openai;

/** OpenAI's speech endpoint. */
export const openAiVoice: VoiceService = {
  provider: "openai",
  source: "https://platform.openai.com/docs/api-reference/audio/createSpeech, 2026-11-24",
  settings: ["model", "instructions", "speed"],
  baseUrl: () => "https://api.openai.com/v1",
  sampleRate: 24_000,
  sound: rawSound,
  request(text, { voice: { voiceId, model = DEFAULT_MODEL, instructions, speed }, apiKey }) {
    return {
      path: "/audio/speech",
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        ...{ model, voice: voiceId, input: text, response_format: "pcm" },
        // The older models refuse instructions.
        ...givenFields({ speed, instructions: String(model).startsWith("tts-1") ? undefined : instructions }),
      },
    };
  },
};
