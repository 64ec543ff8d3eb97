import { z } from "zod";
import {
  type Ask,
  genderOf,
  known,
  languageName,
  type SharedVoice,
  CatalogText as Text,
  type VoiceCatalog,
  voicesInPages,
} from "./voice-catalog.ts";

const Page = z.object({
  voices: z.array(
    z.object({
      voice_id: z.string(),
      name: z.string(),
      category: Text,
      labels: z.record(z.string(), z.string()).nullish().catch(undefined),
      description: Text,
      preview_url: Text,
      created_at_unix: z.number().nullish().catch(undefined),
    }),
  ),
  has_more: z.boolean().nullish(),
  next_page_token: Text,
});

const SharedPage = z.object({
  voices: z.array(
    z.object({
      public_owner_id: z.string(),
      voice_id: z.string(),
      name: z.string(),
      accent: Text,
      gender: Text,
      age: Text,
      language: Text,
      description: Text,
      preview_url: Text,
    }),
  ),
});

const Added = z.object({ voice_id: z.string() });

/** ElevenLabs: the account's own voices, and shared voices that can be added to it. */
export const elevenLabsCatalog: VoiceCatalog = {
  source: "https://elevenlabs.io/docs/api-reference/voices/search and /voices/voice-library/get-shared, 2026-11-24",
  list: (ask) =>
    voicesInPages(async (token) => {
      const query = new URLSearchParams({ page_size: "100", ...(token !== undefined && { next_page_token: token }) });
      const { voices, has_more: more, next_page_token: next } = Page.parse(await ask({ path: `/v2/voices?${query}` }));
      return {
        next: more ? next : undefined,
        voices: voices.map(
          ({ voice_id: voiceId, name, category, labels, description, preview_url: previewUrl, created_at_unix: at }) => ({
            voiceId,
            name,
            isPublic: category === "premade",
            ...known({
              gender: genderOf(labels?.gender),
              accent: labels?.accent,
              languageCode: labels?.language,
              language: languageName(labels?.language),
              description,
              previewUrl,
              createdAt: at ? new Date(at * 1000).toISOString() : undefined,
            }),
          }),
        ),
      };
    }),
  async search(ask, name) {
    const query = new URLSearchParams({ page_size: "50", search: name });
    const { voices } = SharedPage.parse(await ask({ path: `/v1/shared-voices?${query}` }));
    return voices.map(
      ({ voice_id: voiceId, public_owner_id: publicOwnerId, preview_url, ...voice }): SharedVoice => ({
        voiceId,
        publicOwnerId,
        name: voice.name,
        ...known({
          gender: genderOf(voice.gender),
          accent: voice.accent,
          age: voice.age,
          languageCode: voice.language,
          language: languageName(voice.language),
          description: voice.description,
          previewUrl: preview_url,
        }),
      }),
    );
  },
};

/**
 * Adds a shared voice to the account. Returns its id there. Source: https://elevenlabs.io/docs/api-reference/voices/voice-library/add-shared,
 * 2026-11-24.
 */
export async function addElevenLabsVoice(
  ask: Ask,
  { ownerId, voiceId, name }: { ownerId: string; voiceId: string; name: string },
) {
  const path = `/v1/voices/add/${encodeURIComponent(ownerId)}/${encodeURIComponent(voiceId)}`;
  return Added.parse(await ask({ method: "POST", path, body: { new_name: name } })).voice_id;
}

export interface VoiceRecordings {
  name: string;
  description?: string | undefined;
  /** A JSON object of texts. */
  labels?: string | undefined;
  files: readonly { name: string; type: string; bytes: Uint8Array<ArrayBuffer> }[];
}

/** Makes a voice from recordings of a person. Answers its id. Source: https://elevenlabs.io/docs/api-reference/voices/ivc/create, 2026-11-24. */
export async function cloneElevenLabsVoice(ask: Ask, { name, description, labels, files }: VoiceRecordings): Promise<string> {
  const form = new FormData();
  form.set("name", name);
  if (description !== undefined) form.set("description", description);
  if (labels !== undefined) form.set("labels", labels);
  for (const file of files) form.append("files", new Blob([file.bytes], { type: file.type }), file.name);
  return Added.parse(await ask({ method: "POST", path: "/v1/voices/add", body: form })).voice_id;
}
