import { DEFAULT_MODELS } from "@callwright/contract";
import { jsonLines, ServiceFailure } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice.inworld;
const SAMPLE_RATE = 24_000;

interface Line {
  result?: { audioContent?: string };
  error?: { message?: string };
}

/** Inworld, streamed as lines of JSON. */
export const inworldVoice: VoiceService = {
  provider: "inworld",
  source: "https://docs.inworld.ai/api-reference/ttsAPI/texttospeech/synthesize-speech-stream, 2026-11-29",
  settings: ["model", "languageCode", "temperature", "speakingRate"],
  baseUrl: () => "https://api.inworld.ai",
  sampleRate: SAMPLE_RATE,
  sound: jsonLines((value) => {
    const { result, error } = value as Line;
    if (error) throw new ServiceFailure(error.message ?? "");
    return result?.audioContent;
  }),
  request(text, { voice: { voiceId, model = DEFAULT_MODEL, languageCode, temperature, speakingRate }, apiKey }) {
    return {
      path: "/tts/v1/voice:stream",
      // The key is the Base64 credential of the portal, as it stands.
      headers: { authorization: `Basic ${apiKey}` },
      body: {
        text,
        voiceId,
        modelId: model,
        audioConfig: {
          audioEncoding: "LINEAR16",
          sampleRateHertz: SAMPLE_RATE,
          ...givenFields({ speakingRate }),
        },
        ...givenFields({ temperature, language: languageCode }),
      },
    };
  },
};
