import { DEFAULT_MODELS } from "@callwright/contract";
import { z } from "zod";
import {
  CatalogText,
  type CatalogVoice,
  genderOf,
  known,
  languageName,
  voicesInPages,
} from "../../voice-catalog/voice-catalog.ts";
import { jsonLines, ServiceFailure } from "../sound-format.ts";
import { givenFields, SAMPLE_RATE, type VoiceService } from "../voice-service.ts";

const DEFAULT_MODEL = DEFAULT_MODELS.voice.inworld;

interface Line {
  result?: { audioContent?: string };
  error?: { message?: string };
}

const Page = z.object({
  voices: z.array(
    z.object({
      voiceId: z.string(),
      displayName: CatalogText,
      langCode: CatalogText,
      gender: CatalogText,
      description: CatalogText,
      source: CatalogText,
    }),
  ),
  nextPageToken: CatalogText,
});

/** Inworld, streamed as lines of JSON. */
export const inworldVoice: VoiceService = {
  provider: "inworld",
  source: "https://docs.inworld.ai/api-reference/ttsAPI/texttospeech/synthesize-speech-stream, 2026-11-29",
  settings: ["model", "languageCode", "temperature", "speakingRate"],
  baseUrl: "https://api.inworld.ai",
  // The key is the Base64 credential of the portal, as it stands.
  headers: (key) => ({ authorization: `Basic ${key}` }),
  sound: jsonLines((value) => {
    const { result, error } = value as Line;
    if (error) throw new ServiceFailure(error.message ?? "");
    return result?.audioContent;
  }),
  request(text, { voice: { voiceId, model = DEFAULT_MODEL, languageCode, temperature, speakingRate } }) {
    return {
      path: "/tts/v1/voice:stream",
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
  catalog: {
    source: "https://docs.inworld.ai/api-reference/voiceAPI/voiceservice/list-voices, 2026-11-24",
    list: (ask) =>
      voicesInPages(async (token) => {
        const query = token === undefined ? "" : `?${new URLSearchParams({ pageToken: token })}`;
        const { voices, nextPageToken: next } = Page.parse(await ask({ path: `/voices/v1/voices${query}` }));
        return { next, voices: voices.map(asCatalogVoice) };
      }),
  },
};

function asCatalogVoice(voice: z.infer<typeof Page>["voices"][number]): CatalogVoice {
  const { voiceId, displayName, langCode, gender, description, source } = voice;
  // `EN_US`
  const [language, region] = (langCode ?? "").split("_");
  return {
    voiceId,
    name: displayName ?? voiceId,
    isPublic: !source || source === "SYSTEM",
    ...known({
      gender: genderOf(gender),
      languageCode: [language?.toLowerCase(), region].filter(Boolean).join("-"),
      language: languageName(language?.toLowerCase()),
      description,
    }),
  };
}
