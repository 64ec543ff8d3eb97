import { z } from "zod";
import { EntityFields } from "../wire/entity.ts";
import { PAGE_MAX } from "../wire/limits.ts";
import { ListQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { voiceLibraryNoun } from "./voice-library-noun.ts";
import { VOICE_LIBRARY_PROVIDERS } from "./voice-providers.ts";

const Provider = z.enum(VOICE_LIBRARY_PROVIDERS);

/** A voice in the voice library. */
export const LibraryVoice = z.looseObject({
  ...EntityFields,
  provider: Provider,
  /** The `voiceId` for an assistant's voice. */
  providerId: z.string(),
  slug: z.string().optional(),
  name: z.string().optional(),
  language: z.string().optional(),
  languageCode: z.string().optional(),
  model: z.string().optional(),
  /** Comma-separated. */
  supportedModels: z.string().optional(),
  gender: z.enum(["male", "female"]).optional(),
  accent: z.string().optional(),
  previewUrl: z.string().optional(),
  description: z.string().optional(),
  credentialId: z.string().optional(),
  sortOrder: z.number().optional(),
  isPublic: z.boolean(),
  isDeleted: z.boolean(),
});
export type LibraryVoice = z.infer<typeof LibraryVoice>;

export const LibraryVoiceQuery = z.object({
  ...ListQuery.omit({ search: true }).shape,
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  /** Part of the name or the description, case-insensitive. */
  keyword: z.string().max(200).optional(),
  language: z.string().max(100).optional(),
  accent: z.string().max(100).optional(),
  gender: z.string().max(100).optional(),
});
export type LibraryVoiceQuery = z.infer<typeof LibraryVoiceQuery>;

/** The default text of a voice preview. */
export const VOICE_PREVIEW_TEXT = "Hello! This is how I sound.";

export const VoicePreviewQuery = z.object({
  /** The spoken text. */
  text: z.string().min(1).max(300).default(VOICE_PREVIEW_TEXT),
  /** The value for an assistant's voice, if that has this field. */
  model: z.string().min(1).max(200).optional(),
  /** The value for an assistant's voice, if that has this field. */
  language: z.string().min(1).max(40).optional(),
});

/** Default: every provider with a credential. */
export const SyncVoiceLibrary = z.strictObject({ providers: z.union([Provider, z.array(Provider).min(1)]).optional() });

export const CreateSesameVoice = z.strictObject({
  voiceName: z.string().min(1).max(200).optional(),
  /** The text of the utterance that the voice is cloned from. */
  transcription: z.string().min(1).max(10_000).optional(),
});

/** Voices to choose from at a provider, as the organization's key sees them. */
export const OfferedVoices = z.object({
  voices: z.array(z.object({ voiceId: z.string(), name: z.string() })),
  /** Whether `voices` includes the provider's own list. `unlisted`: it has none that this server reads. */
  list: z.enum(["read", "needs-credential", "unlisted", "failed"]),
  /** Why the list could not be read. */
  message: z.string().optional(),
});
export type OfferedVoices = z.infer<typeof OfferedVoices>;

const of = { params: { provider: Provider }, response: z.array(LibraryVoice) } as const;

export const voiceLibraryRoutes = describeRoutes(voiceLibraryNoun.addresses, {
  listLibraryVoices: {
    ...of,
    query: LibraryVoiceQuery,
    summary: "List a provider's voices",
  },
  getOfferedVoices: {
    ...of,
    response: OfferedVoices,
    summary: "List voices to choose from at a provider: none without its key",
  },
  listVoiceAccents: {
    ...of,
    summary: "List one voice for each of a provider's accents",
  },
  previewLibraryVoice: {
    params: { provider: Provider, voiceId: z.string().max(200) },
    query: VoicePreviewQuery,
    response: z.string(),
    mediaType: "audio/wav",
    summary: "Preview a voice",
  },
  syncProviderVoices: {
    ...of,
    summary: "Refresh a provider's voices",
  },
  syncVoiceLibrary: {
    body: SyncVoiceLibrary,
    response: z.array(LibraryVoice),
    summary: "Refresh the voices of several providers",
  },
  createSesameVoice: {
    body: CreateSesameVoice,
    response: z.void(),
    status: 201,
    summary: "Clone a voice at Sesame",
  },
});
