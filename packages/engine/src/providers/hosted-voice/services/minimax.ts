import { DEFAULT_MODELS } from "@callwright/contract";
import { z } from "zod";
import { CatalogText, known } from "../../voice-catalog/voice-catalog.ts";
import { jsonEvents, ServiceFailure } from "../sound-format.ts";
import { givenFields, SAMPLE_RATE, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice.minimax;
const ADDRESSES = { worldwide: "https://api.minimax.io/v1", china: "https://api.minimaxi.com/v1" } as const;

interface Event {
  data?: { audio?: string };
  base_resp?: { status_code?: number; status_msg?: string };
}

const ListedVoice = z.object({
  voice_id: z.string(),
  voice_name: CatalogText,
  description: z.array(z.string()).nullish().catch(undefined),
});
const ListedVoices = z.object({
  system_voice: z.array(ListedVoice).nullish(),
  voice_cloning: z.array(ListedVoice).nullish(),
  voice_generation: z.array(ListedVoice).nullish(),
});

/** MiniMax, streamed as events. Subtitles are not asked for: the words of a call come from its text. */
export const minimaxVoice: VoiceService = {
  provider: "minimax",
  source: "https://platform.minimax.io/docs/api-reference/speech-t2a-http, 2026-11-24",
  settings: [...["model", "emotion", "pitch", "speed", "volume", "region", "languageBoost"], ...["textNormalizationEnabled"]],
  baseUrl: ({ region }) => ADDRESSES[region === "china" ? "china" : "worldwide"],
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  sound: jsonEvents("hex", (value) => {
    const { data, base_resp: status } = value as Event;
    // Refusals come with status 200.
    if (status?.status_code) throw new ServiceFailure(status.status_msg ?? `status ${status.status_code}`);
    return data?.audio;
  }),
  request(text, { voice }) {
    return {
      path: "/t2a_v2",
      body: {
        model: voice.model ?? DEFAULT_MODEL,
        text,
        stream: true,
        // By default, the last event repeats the whole sound.
        stream_options: { exclude_aggregated_audio: true },
        voice_setting: {
          voice_id: voice.voiceId,
          ...givenFields({ speed: voice.speed, vol: voice.volume, pitch: voice.pitch, emotion: voice.emotion }),
        },
        audio_setting: { sample_rate: SAMPLE_RATE, format: "pcm", channel: 1 },
        ...givenFields({ language_boost: voice.languageBoost, text_normalization: voice.textNormalizationEnabled }),
      },
    };
  },
  catalog: {
    source: "https://platform.minimax.io/docs/api-reference/speech/voice-management/api/openapi.json, 2026-11-24",
    async list(ask) {
      const answer = await ask({ method: "POST", path: "/get_voice", body: { voice_type: "all" } });
      const { system_voice: system, voice_cloning: cloned, voice_generation: generated } = ListedVoices.parse(answer);
      const voiceOf = (isPublic: boolean) => (voice: z.infer<typeof ListedVoice>) => ({
        voiceId: voice.voice_id,
        name: voice.voice_name ?? voice.voice_id,
        isPublic,
        ...known({ description: voice.description?.join(" ") }),
      });
      return [...(system ?? []).map(voiceOf(true)), ...[...(cloned ?? []), ...(generated ?? [])].map(voiceOf(false))];
    },
  },
};
