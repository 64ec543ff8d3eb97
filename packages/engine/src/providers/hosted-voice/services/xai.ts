import { givenFields, SAMPLE_RATE, type VoiceService } from "../voice-service.ts";

/** xAI's speech endpoint. */
export const xaiVoice: VoiceService = {
  provider: "xai",
  source: "https://docs.x.ai/developers/model-capabilities/audio/text-to-speech, 2026-11-24",
  settings: ["language", "speed"],
  baseUrl: "https://api.x.ai/v1",
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  request: (text, { voice: { voiceId, language = "en", speed } }) => ({
    path: "/tts",
    body: {
      text,
      voice_id: voiceId,
      language,
      output_format: { codec: "pcm", sample_rate: SAMPLE_RATE },
      ...givenFields({ speed }),
    },
  }),
};
