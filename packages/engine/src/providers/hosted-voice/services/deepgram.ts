import { DEFAULT_MODELS, type Voice } from "@callwright/contract";
import { z } from "zod";
import { asName, CatalogText, genderOf, known, languageName } from "../../voice-catalog/voice-catalog.ts";
import { SAMPLE_RATE, type VoiceService } from "../voice-service.ts";

/** Only the first generation has these voices. */
const FIRST_GENERATION: ReadonlySet<string> = new Set(["stella", "perseus", "angus", "helios"]);
/** Voices of Aura-2 that do not speak English, by language: client 5.13.0, AudioGenerateRequestModel, read on 2026-11-29. */
const OTHER_LANGUAGES: Readonly<Record<string, string>> = {
  de: "aurelia elara fabian julius kara lara viktoria",
  es: "agustina alvaro antonia aquila carina celeste diana estrella gloria javier luciano nestor olivia selena silvia sirio valerio",
  fr: "agathe hector",
  it: "cesare cinzia demetra dionisio elio flavio livia maia melia",
  ja: "ama ebisu fujin izanami uzume",
  nl: "beatrix cornelia daphne hestia lars leda rhea roman sander",
};
const LANGUAGE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_LANGUAGES).flatMap(([language, names]) => names.split(" ").map((name) => [name, language] as const)),
);

const Models = z.object({
  tts: z
    .array(
      z.object({
        name: z.string(),
        canonical_name: z.string(),
        architecture: CatalogText,
        languages: z.array(z.string()).nullish(),
        metadata: z
          .object({ accent: CatalogText, sample: CatalogText, display_name: CatalogText, tags: z.array(z.string()).nullish() })
          .nullish()
          .catch(undefined),
      }),
    )
    .nullish(),
});

/** Deepgram's Aura, and Flux on its own path. */
export const deepgramVoice: VoiceService = {
  provider: "deepgram",
  source: "https://developers.deepgram.com/docs/tts-models, /docs/flux-tts/batch and its client 5.13.0, 2026-11-29",
  settings: ["model", "mipOptOut"],
  baseUrl: "https://api.deepgram.com",
  headers: (key) => ({ authorization: `Token ${key}` }),
  keyCheck: {
    // This request also works for keys that may not manage the account.
    source: "https://developers.deepgram.com/docs/authenticating",
    path: "/v1/auth/token",
  },
  model: (voice) => /^(?:aura(?:-2)?|flux)/.exec(modelOf(voice))?.[0] ?? modelOf(voice),
  request(text, { voice }) {
    const model = modelOf(voice);
    const query = new URLSearchParams({
      model,
      encoding: "linear16",
      sample_rate: String(SAMPLE_RATE),
      container: "none",
    });
    if (voice.mipOptOut) query.set("mip_opt_out", "true");
    const version = model.startsWith("flux-") ? "v2" : "v1";
    return { path: `/${version}/speak?${query}`, body: { text } };
  },
  catalog: {
    source: "https://developers.deepgram.com/reference/manage/models/list, 2026-11-24",
    async list(ask) {
      const { tts } = Models.parse(await ask({ path: "/v1/models" }));
      return (tts ?? []).map(({ name, canonical_name: voiceId, architecture, languages, metadata }) => ({
        voiceId,
        name: metadata?.display_name ?? asName(name),
        isPublic: true,
        ...known({
          gender: metadata?.tags?.map(genderOf).find((gender) => gender !== undefined),
          accent: metadata?.accent,
          languageCode: languages?.[0],
          language: languageName(languages?.[0]),
          description: [architecture, ...(metadata?.tags ?? [])].filter(Boolean).join(", "),
          previewUrl: metadata?.sample,
        }),
      }));
    },
  },
};

/** `thalia` of aura-2 is `aura-2-thalia-en`. A whole name stays. */
function modelOf({ voiceId = "", model }: Voice): string {
  if (/^(?:aura|flux)-/.test(voiceId)) return voiceId;
  const name = voiceId.toLowerCase();
  const generation = model ?? (FIRST_GENERATION.has(name) ? "aura" : DEFAULT_MODELS.voice.deepgram);
  return `${generation}-${name}-${LANGUAGE_OF.get(name) ?? "en"}`;
}
