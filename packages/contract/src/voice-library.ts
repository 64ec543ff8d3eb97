import { z } from "zod";
import { EntityFields } from "./entity.ts";
import { PAGE_MAX } from "./limits.ts";
import { ListQuery } from "./list-query.ts";
import { defineRoutes } from "./route.ts";

/** Providers whose voices can be listed. `callwright` is ours: offline voices. */
export const VOICE_LIBRARY_PROVIDERS = [
  "callwright",
  "vapi",
  "11labs",
  "azure",
  "cartesia",
  "custom-voice",
  "deepgram",
  "hume",
  "lmnt",
  "neuphonic",
  "openai",
  "playht",
  "rime-ai",
  "smallest-ai",
  "tavus",
  "sesame",
  "inworld",
  "minimax",
  "orpheus",
  "wellsaid",
  "xai",
  "microsoft",
] as const;
export type VoiceLibraryProvider = (typeof VOICE_LIBRARY_PROVIDERS)[number];

const Provider = z.enum(VOICE_LIBRARY_PROVIDERS);

/** A voice somebody can choose. */
export const LibraryVoice = z.looseObject({
  ...EntityFields,
  provider: Provider,
  /** The `voiceId` an assistant's voice takes. */
  providerId: z.string(),
  slug: z.string().optional(),
  name: z.string().optional(),
  language: z.string().optional(),
  languageCode: z.string().optional(),
  model: z.string().optional(),
  /** With commas between them. */
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
  ...ListQuery.shape,
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  /** Part of the name or the description, in any case. */
  keyword: z.string().max(200).optional(),
  language: z.string().max(100).optional(),
  accent: z.string().max(100).optional(),
  gender: z.string().max(100).optional(),
});
export type LibraryVoiceQuery = z.infer<typeof LibraryVoiceQuery>;

/** What a voice says when nobody asks for something else. */
export const VOICE_PREVIEW_TEXT = "Hello! This is how I sound.";

export const VoicePreviewQuery = z.object({
  /** What it says: at most 300 characters. */
  text: z.string().min(1).max(300).default(VOICE_PREVIEW_TEXT),
});

/** Default: every provider there is a credential for. */
export const SyncVoiceLibrary = z.strictObject({ providers: z.union([Provider, z.array(Provider).min(1)]).optional() });
export type SyncVoiceLibrary = z.infer<typeof SyncVoiceLibrary>;

export const CreateSesameVoice = z.strictObject({
  voiceName: z.string().min(1).max(200).optional(),
  /** What the utterance it is cloned from says. */
  transcription: z.string().min(1).max(10_000).optional(),
});
export type CreateSesameVoice = z.infer<typeof CreateSesameVoice>;

const of = { params: { provider: Provider }, scope: "private", response: z.array(LibraryVoice), status: 200 } as const;

export const voiceLibraryRoutes = defineRoutes({
  listLibraryVoices: {
    ...of,
    method: "GET",
    path: "/voice-library/{provider}",
    role: "viewer",
    query: LibraryVoiceQuery,
    summary: "List a provider's voices",
  },
  listVoiceAccents: {
    ...of,
    method: "GET",
    path: "/voice-library/{provider}/accents",
    role: "viewer",
    summary: "List one voice of each of a provider's accents",
  },
  previewLibraryVoice: {
    method: "GET",
    path: "/voice-library/{provider}/{voiceId}/preview",
    params: { provider: Provider, voiceId: z.string().max(200) },
    scope: "private",
    role: "viewer",
    query: VoicePreviewQuery,
    response: z.string(),
    mediaType: "audio/wav",
    status: 200,
    summary: "Hear a voice say something",
  },
  syncProviderVoices: {
    ...of,
    method: "POST",
    path: "/voice-library/sync/{provider}",
    role: "editor",
    summary: "Fetch a provider's voices anew",
  },
  syncVoiceLibrary: {
    method: "POST",
    path: "/voice-library/sync",
    scope: "private",
    role: "editor",
    body: SyncVoiceLibrary,
    response: z.array(LibraryVoice),
    status: 200,
    summary: "Fetch several providers' voices anew",
  },
  createSesameVoice: {
    method: "POST",
    path: "/voice-library/create-sesame-voice",
    scope: "private",
    role: "editor",
    body: CreateSesameVoice,
    response: z.void(),
    status: 201,
    summary: "Clone a voice at Sesame",
  },
});
