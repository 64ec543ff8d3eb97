import { DEFAULT_MODELS, hostedVoice } from "@callwright/contract";
import { rawSound } from "../sound-format.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice["11labs"];

interface Locator {
  pronunciationDictionaryId: string;
  versionId: string;
}

/** ElevenLabs, streamed over HTTP. SSML and the automatic mode exist on its websocket alone. */
export const elevenLabsVoice: VoiceService = {
  provider: "11labs",
  source: "https://elevenlabs.io/docs/api-reference/text-to-speech/stream and its client 2.73.0, 2026-11-24",
  settings: [
    ...["model", "language", "stability", "similarityBoost", "style", "useSpeakerBoost", "speed"],
    ...["optimizeStreamingLatency", "pronunciationDictionaryLocators"],
  ],
  baseUrl: () => "https://api.elevenlabs.io",
  sampleRate: 24_000,
  sound: rawSound,
  request(text, { voice, apiKey }) {
    const query = new URLSearchParams({ output_format: "pcm_24000" });
    const { optimizeStreamingLatency: latency, pronunciationDictionaryLocators: locators } = voice;
    if (latency !== undefined) query.set("optimize_streaming_latency", String(latency));
    const settings = givenFields({
      stability: voice.stability,
      similarity_boost: voice.similarityBoost,
      style: voice.style,
      use_speaker_boost: voice.useSpeakerBoost,
      speed: voice.speed,
    });
    return {
      path: `/v1/text-to-speech/${encodeURIComponent(hostedVoice(voice)?.voiceId ?? voice.voiceId)}/stream?${query}`,
      headers: { "xi-api-key": apiKey },
      body: {
        text,
        model_id: voice.model ?? DEFAULT_MODEL,
        ...givenFields({
          language_code: voice.language,
          voice_settings: settings,
          pronunciation_dictionary_locators: (locators as Locator[] | undefined)?.map(
            ({ pronunciationDictionaryId, versionId }) => ({
              pronunciation_dictionary_id: pronunciationDictionaryId,
              version_id: versionId,
            }),
          ),
        }),
      },
    };
  },
};
