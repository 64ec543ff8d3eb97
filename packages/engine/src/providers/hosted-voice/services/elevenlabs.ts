import { DEFAULT_MODELS, hostedVoice } from "@callwright/contract";
import { elevenLabsCatalog } from "../../voice-catalog/elevenlabs.ts";
import { givenFields, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice["11labs"];

interface Locator {
  pronunciationDictionaryId: string;
  versionId: string;
}

/** The third generation refuses the setting: 400, `unsupported_model`. */
const takesLatency = (model: unknown) => !/^eleven_v3/.test(String(model));

/** ElevenLabs, streamed over HTTP. SSML and the automatic mode exist on its websocket alone. */
export const elevenLabsVoice: VoiceService = {
  provider: "11labs",
  source: "https://elevenlabs.io/docs/api-reference/text-to-speech/stream and its client 2.73.0, 2026-11-29",
  settings: [
    ...["model", "language", "stability", "similarityBoost", "style", "useSpeakerBoost", "speed"],
    ...["optimizeStreamingLatency", "pronunciationDictionaryLocators"],
  ],
  ignored: ({ model = DEFAULT_MODEL }): Record<string, string> => ({
    ...(!takesLatency(model) && { optimizeStreamingLatency: `${model} has no such setting.` }),
    ...(/^eleven_multilingual_v2$/.test(String(model)) && { language: `${model} follows the language of the text.` }),
  }),
  baseUrl: "https://api.elevenlabs.io",
  headers: (key) => ({ "xi-api-key": key }),
  keyCheck: {
    source: "https://elevenlabs.io/docs/api-reference/user/get",
    path: "/v1/user",
  },
  request(text, { voice }) {
    const query = new URLSearchParams({ output_format: "pcm_24000" });
    const { model = DEFAULT_MODEL, optimizeStreamingLatency: latency, pronunciationDictionaryLocators: locators } = voice;
    if (latency !== undefined && takesLatency(model)) query.set("optimize_streaming_latency", String(latency));
    const settings = givenFields({
      stability: voice.stability,
      similarity_boost: voice.similarityBoost,
      style: voice.style,
      use_speaker_boost: voice.useSpeakerBoost,
      speed: voice.speed,
    });
    return {
      path: `/v1/text-to-speech/${encodeURIComponent(hostedVoice(voice)?.voiceId ?? voice.voiceId)}/stream?${query}`,
      body: {
        text,
        model_id: model,
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
  catalog: elevenLabsCatalog,
};
