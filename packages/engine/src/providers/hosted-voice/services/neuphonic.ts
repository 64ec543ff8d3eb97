import { jsonEvents, ServiceFailure } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const SAMPLE_RATE = 24_000;

interface Event {
  data?: { audio?: string };
  errors?: unknown;
}

/** Neuphonic, streamed as events. The language is part of the path. */
export const neuphonicVoice: VoiceService = {
  provider: "neuphonic",
  source: "https://docs.neuphonic.com/api-reference/tts/sse, read in its clients, 2026-11-24",
  settings: ["model", "language", "speed"],
  baseUrl: () => "https://api.neuphonic.com",
  sampleRate: SAMPLE_RATE,
  sound: jsonEvents("base64", (value) => {
    const { data, errors } = value as Event;
    if (errors) throw new ServiceFailure(JSON.stringify(errors));
    return data?.audio;
  }),
  request: (text, { voice: { voiceId, model, language, speed }, apiKey }) => ({
    path: `/sse/speak/${encodeURIComponent(String(language))}`,
    headers: { "x-api-key": apiKey },
    body: {
      ...{ text, voice_id: voiceId, lang_code: language, encoding: "pcm_linear", sampling_rate: SAMPLE_RATE },
      ...givenFields({ model, speed }),
    },
  }),
};
