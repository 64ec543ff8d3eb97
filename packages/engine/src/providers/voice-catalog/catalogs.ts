import { z } from "zod";
import { elevenLabsCatalog } from "./elevenlabs.ts";
import { CATALOG_PAGES_MAX, type CatalogVoice, genderOf, known, languageName, type VoiceCatalog } from "./voice-catalog.ts";

const Text = z.string().nullish().catch(undefined);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

const CartesiaPage = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      description: Text,
      language: Text,
      gender: Text,
      created_at: Text,
      is_public: z.boolean().nullish(),
    }),
  ),
  has_more: z.boolean().nullish(),
});

const cartesia: VoiceCatalog = {
  source: "https://docs.cartesia.ai/api-reference/voices/list, 2026-11-24",
  headers: (key) => ({ ...bearer(key), "cartesia-version": "2026-03-01" }),
  needsKey: true,
  async list(ask) {
    const voices: CatalogVoice[] = [];
    for (let page = 0; page < CATALOG_PAGES_MAX; page++) {
      const last = voices.at(-1)?.voiceId;
      const query = new URLSearchParams({ limit: "100", ...(last !== undefined && { starting_after: last }) });
      const { data, has_more: more } = CartesiaPage.parse(await ask({ path: `/voices?${query}` }));
      voices.push(
        ...data.map(({ id, name, description, language, gender, created_at: createdAt, is_public: isPublic }) => ({
          voiceId: id,
          name,
          isPublic: isPublic ?? true,
          ...known({
            gender: genderOf(gender),
            languageCode: language ?? undefined,
            language: languageName(language ?? undefined),
            description: description ?? undefined,
            createdAt: isoTime(createdAt),
          }),
        })),
      );
      if (!more || data.length === 0) break;
    }
    return voices;
  },
};

const DeepgramModels = z.object({
  tts: z
    .array(
      z.object({
        name: z.string(),
        canonical_name: z.string(),
        architecture: Text,
        languages: z.array(z.string()).nullish(),
        metadata: z
          .object({ accent: Text, sample: Text, display_name: Text, tags: z.array(z.string()).nullish() })
          .nullish()
          .catch(undefined),
      }),
    )
    .nullish(),
});

const deepgram: VoiceCatalog = {
  source: "https://developers.deepgram.com/reference/manage/models/list, 2026-11-24",
  headers: (key) => ({ authorization: `Token ${key}` }),
  needsKey: true,
  async list(ask) {
    const { tts } = DeepgramModels.parse(await ask({ path: "/v1/models" }));
    return (tts ?? []).map(({ name, canonical_name: voiceId, architecture, languages, metadata }) => ({
      voiceId,
      name: metadata?.display_name ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      isPublic: true,
      ...known({
        gender: metadata?.tags?.map(genderOf).find((gender) => gender !== undefined),
        accent: metadata?.accent ?? undefined,
        languageCode: languages?.[0],
        language: languageName(languages?.[0]),
        description: [architecture, ...(metadata?.tags ?? [])].filter(Boolean).join(", "),
        previewUrl: metadata?.sample ?? undefined,
      }),
    }));
  },
};

/** There is no request for them. */
const OPENAI_VOICES = [
  ...["alloy", "ash", "ballad", "cedar", "coral", "echo", "fable"],
  ...["marin", "nova", "onyx", "sage", "shimmer", "verse"],
];

const openai: VoiceCatalog = {
  source: "https://platform.openai.com/docs/guides/text-to-speech#voice-options, 2026-11-24",
  headers: bearer,
  needsKey: false,
  list: async () =>
    OPENAI_VOICES.map((voiceId) => ({ voiceId, name: `${voiceId.charAt(0).toUpperCase()}${voiceId.slice(1)}`, isPublic: true })),
};

const AzureVoices = z.array(
  z.object({
    ShortName: z.string(),
    DisplayName: Text,
    Gender: Text,
    Locale: z.string(),
    LocaleName: Text,
    Status: Text,
    StyleList: z.array(z.string()).nullish(),
  }),
);

const azure: VoiceCatalog = {
  source: "https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech#get-a-list-of-voices, 2026-11-24",
  headers: (key) => ({ "ocp-apim-subscription-key": key }),
  needsKey: true,
  async list(ask) {
    const voices = AzureVoices.parse(await ask({ path: "/cognitiveservices/voices/list" }));
    return voices
      .filter(({ Status }) => Status !== "Deprecated")
      .map(({ ShortName, DisplayName, Gender, Locale, LocaleName, StyleList }) => ({
        voiceId: ShortName,
        name: DisplayName ?? ShortName,
        isPublic: true,
        languageCode: Locale,
        ...known({
          gender: genderOf(Gender),
          // "English (United Kingdom)"
          accent: /\(([^()]+)\)$/.exec(LocaleName ?? "")?.[1],
          language: languageName(Locale.split("-")[0]),
          description: StyleList?.join(", "),
        }),
      }));
  },
};

const LmntVoices = z.array(
  z.object({ id: z.string(), name: z.string(), owner: Text, state: Text, description: Text, gender: Text }),
);

const lmnt: VoiceCatalog = {
  source: "https://docs.lmnt.com/api-reference/voice/list-voices, 2026-11-24",
  headers: (key) => ({ "x-api-key": key }),
  needsKey: true,
  async list(ask) {
    const voices = LmntVoices.parse(await ask({ path: "/v1/ai/voice/list" }));
    return voices
      .filter(({ state }) => !state || state === "ready")
      .map(({ id, name, owner, description, gender }) => ({
        voiceId: id,
        name,
        isPublic: owner !== "me",
        ...known({ gender: genderOf(gender), description: description ?? undefined }),
      }));
  },
};

const InworldPage = z.object({
  voices: z.array(
    z.object({ voiceId: z.string(), displayName: Text, langCode: Text, gender: Text, description: Text, source: Text }),
  ),
  nextPageToken: Text,
});

const inworld: VoiceCatalog = {
  source: "https://docs.inworld.ai/api-reference/voiceAPI/voiceservice/list-voices, 2026-11-24",
  headers: (key) => ({ authorization: `Basic ${key}` }),
  needsKey: true,
  async list(ask) {
    const voices: CatalogVoice[] = [];
    let token: string | undefined;
    for (let page = 0; page < CATALOG_PAGES_MAX; page++) {
      const query = token === undefined ? "" : `?${new URLSearchParams({ pageToken: token })}`;
      const { voices: found, nextPageToken } = InworldPage.parse(await ask({ path: `/voices/v1/voices${query}` }));
      voices.push(
        ...found.map(({ voiceId, displayName, langCode, gender, description, source }) => {
          // `EN_US`
          const [language, region] = (langCode ?? "").split("_");
          const code = [language?.toLowerCase(), region].filter(Boolean).join("-");
          return {
            voiceId,
            name: displayName ?? voiceId,
            isPublic: !source || source === "SYSTEM",
            ...known({
              gender: genderOf(gender),
              languageCode: code,
              language: languageName(language?.toLowerCase() || undefined),
              description: description ?? undefined,
            }),
          };
        }),
      );
      if (!nextPageToken || nextPageToken === token) break;
      token = nextPageToken;
    }
    return voices;
  },
};

const MinimaxVoice = z.object({
  voice_id: z.string(),
  voice_name: Text,
  description: z.array(z.string()).nullish().catch(undefined),
});
const MinimaxVoices = z.object({
  system_voice: z.array(MinimaxVoice).nullish(),
  voice_cloning: z.array(MinimaxVoice).nullish(),
  voice_generation: z.array(MinimaxVoice).nullish(),
});

const minimax: VoiceCatalog = {
  source: "https://platform.minimax.io/docs/api-reference/speech/voice-management/api/openapi.json, 2026-11-24",
  headers: bearer,
  needsKey: true,
  async list(ask) {
    const answer = await ask({ method: "POST", path: "/get_voice", body: { voice_type: "all" } });
    const { system_voice: system, voice_cloning: cloned, voice_generation: generated } = MinimaxVoices.parse(answer);
    const voiceOf = (isPublic: boolean) => (voice: z.infer<typeof MinimaxVoice>) => ({
      voiceId: voice.voice_id,
      name: voice.voice_name ?? voice.voice_id,
      isPublic,
      ...known({ description: voice.description?.join(" ") }),
    });
    return [...(system ?? []).map(voiceOf(true)), ...[...(cloned ?? []), ...(generated ?? [])].map(voiceOf(false))];
  },
};

const RimeVoices = z.array(
  z.object({ speaker: z.string(), modelId: z.string(), gender: Text, age: Text, dialect: Text, language: Text, lang: Text }),
);

/** The list is public. A speaker exists in several models, and in several languages of one. */
const rime: VoiceCatalog = {
  source: "https://docs.rime.ai/api-reference/data/voice-details, 2026-11-24",
  headers: bearer,
  needsKey: false,
  async list(ask) {
    const voices = RimeVoices.parse(await ask({ path: "/data/voices/voice_details.json" }));
    return voices.map(({ speaker, modelId: model, gender, age, dialect, language, lang }) => ({
      voiceId: speaker,
      name: `${speaker.charAt(0).toUpperCase()}${speaker.slice(1)}`,
      model,
      isPublic: true,
      ...known({
        gender: genderOf(gender),
        accent: dialect ?? undefined,
        language: language ?? undefined,
        languageCode: lang ?? undefined,
        description: [model, age].filter(Boolean).join(", "),
      }),
    }));
  },
};

const SmallestTags = z.object({ language: z.array(z.string()).nullish(), accent: Text, gender: Text, age: Text }).nullish();
const SmallestVoices = z.object({
  voices: z.array(z.object({ voiceId: z.string(), displayName: z.string(), tags: SmallestTags.catch(undefined) })),
});

/** Voices of Lightning v3.1 and of its Pro model in one list, which does not tell them apart. */
const smallest: VoiceCatalog = {
  source: "https://github.com/smallest-inc/smallest-ai-documentation (get-voices-openapi.yaml), 2026-08-21",
  headers: bearer,
  needsKey: true,
  async list(ask) {
    const { voices } = SmallestVoices.parse(await ask({ path: "/waves/v1/lightning-v3.1/get_voices" }));
    return voices.map(({ voiceId, displayName: name, tags }) => ({
      voiceId,
      name,
      isPublic: true,
      ...known({
        gender: genderOf(tags?.gender),
        accent: tags?.accent ?? undefined,
        language: tags?.language?.map((each) => `${each.charAt(0).toUpperCase()}${each.slice(1)}`).join(", "),
        description: tags?.age ?? undefined,
      }),
    }));
  },
};

/** By provider. The others have no documented list: Neuphonic and xAI. */
export const VOICE_CATALOGS: Readonly<Record<string, VoiceCatalog>> = {
  "11labs": elevenLabsCatalog,
  azure,
  cartesia,
  deepgram,
  inworld,
  lmnt,
  microsoft: azure,
  minimax,
  openai,
  "rime-ai": rime,
  "smallest-ai": smallest,
};

function isoTime(text: string | null | undefined): string | undefined {
  const at = Date.parse(text ?? "");
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
