import { z } from "zod";
import { CatalogText, genderOf, known } from "../../voice-catalog/voice-catalog.ts";
import { givenFields, SAMPLE_RATE, type VoiceService } from "../voice-service.ts";

const Voices = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    owner: CatalogText,
    state: CatalogText,
    description: CatalogText,
    gender: CatalogText,
  }),
);

/** LMNT. Its current model has no speed. */
export const lmntVoice: VoiceService = {
  provider: "lmnt",
  source: "https://docs.lmnt.com/api-reference/speech/synthesize-speech-bytes and its client 2.12.0, 2026-11-24",
  settings: ["language"],
  baseUrl: "https://api.lmnt.com",
  headers: (key) => ({ "x-api-key": key }),
  keyCheck: {
    source: "https://docs.lmnt.com/api-reference/account/account-info",
    path: "/v1/account",
  },
  request: (text, { voice: { voiceId, language } }) => ({
    path: "/v1/ai/speech/bytes",
    body: { text, voice: voiceId, format: "pcm_s16le", sample_rate: SAMPLE_RATE, ...givenFields({ language }) },
  }),
  catalog: {
    source: "https://docs.lmnt.com/api-reference/voice/list-voices, 2026-11-24",
    async list(ask) {
      const voices = Voices.parse(await ask({ path: "/v1/ai/voice/list" }));
      return voices
        .filter(({ state }) => !state || state === "ready")
        .map(({ id, name, owner, description, gender }) => ({
          voiceId: id,
          name,
          isPublic: owner !== "me",
          ...known({ gender: genderOf(gender), description: description }),
        }));
    },
  },
};
