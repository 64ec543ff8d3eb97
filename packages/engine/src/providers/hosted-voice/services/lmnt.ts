import { rawSound } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const SAMPLE_RATE = 24_000;

/** LMNT. Its current model has no speed. */
export const lmntVoice: VoiceService = {
  provider: "lmnt",
  source: "https://docs.lmnt.com/api-reference/speech/synthesize-speech-bytes and its client 2.12.0, 2026-11-24",
  settings: ["language"],
  baseUrl: () => "https://api.lmnt.com",
  sampleRate: SAMPLE_RATE,
  sound: rawSound,
  request: (text, { voice: { voiceId, language }, apiKey }) => ({
    path: "/v1/ai/speech/bytes",
    headers: { "x-api-key": apiKey },
    body: { text, voice: voiceId, format: "pcm_s16le", sample_rate: SAMPLE_RATE, ...givenFields({ language }) },
  }),
};
