import { jsonEvents, ServiceFailure } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

/** The highest rate that all of its documents name. */
const SAMPLE_RATE = 22_050;

interface Event {
  data?: { audio?: string };
  errors?: unknown;
}

/** Neuphonic, streamed as events. The language is part of the path; the voice decides about the model. */
export const neuphonicVoice: VoiceService = {
  provider: "neuphonic",
  source:
    "https://docs.neuphonic.com/api-reference/tts/sse, its client pyneuphonic 3.1.2 and https://docs.jambonz.org, 2026-11-29",
  settings: ["language", "speed"],
  ignored: () => ({ model: "The voice decides about the model." }),
  baseUrl: "https://api.neuphonic.com",
  headers: (key) => ({ "x-api-key": key }),
  keyCheck: {
    source: "https://docs.neuphonic.com/api-reference/voices",
    path: "/voices",
  },
  sampleRate: SAMPLE_RATE,
  sound: jsonEvents("base64", (value) => {
    const { data, errors } = value as Event;
    if (errors) throw new ServiceFailure(JSON.stringify(errors));
    return data?.audio;
  }),
  request: (text, { voice: { voiceId, language, speed } }) => ({
    path: `/sse/speak/${encodeURIComponent(String(language))}`,
    body: {
      text,
      voice_id: voiceId,
      lang_code: language,
      encoding: "pcm_linear",
      sampling_rate: SAMPLE_RATE,
      ...givenFields({ speed }),
    },
  }),
};
