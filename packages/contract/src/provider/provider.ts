import { z } from "zod";
import { describeRoutes } from "../wire/noun.ts";
import { providerNoun } from "./provider-noun.ts";
import { LibraryVoice } from "./voice-library.ts";
import { VOICE_LIBRARY_PROVIDERS } from "./voice-providers.ts";

/** Services whose workflows a tool can start. */
export const WORKFLOW_PROVIDERS = ["make", "ghl"] as const;

/** A provider's response, unchanged. */
const ProviderAnswer = z.record(z.string(), z.unknown());

/** A voice found at a provider. */
export const FoundVoice = z.looseObject({
  voiceId: z.string(),
  name: z.string(),
  publicOwnerId: z.string().optional(),
  description: z.string().optional(),
  gender: z.string().optional(),
  age: z.union([z.string(), z.number()]).optional(),
  accent: z.string().optional(),
});
export type FoundVoice = z.infer<typeof FoundVoice>;

const PlainId = z.string().min(1).max(1000);

export const AddVoice = z.strictObject({
  ownerId: PlainId.meta({ title: "Owner's id" }),
  voiceId: PlainId.meta({ title: "Voice id" }),
  name: z.string().min(1).max(200),
});
export type AddVoice = z.infer<typeof AddVoice>;

/** Sent as a form. */
export const CloneVoice = z.strictObject({
  name: z.string().min(1).max(200),
  description: z.string().max(10_000).optional(),
  /** An object as JSON text: `{"accent":"british"}`. */
  labels: z.string().max(10_000).optional(),
  files: z.array(z.file()).min(1).max(25).meta({ description: "Recordings of the voice." }),
});
export type CloneVoice = z.infer<typeof CloneVoice>;

const workflows = {
  params: { provider: z.enum(WORKFLOW_PROVIDERS) },
  response: ProviderAnswer,
} as const;

const voiceProvider = { params: { provider: z.enum(VOICE_LIBRARY_PROVIDERS) } } as const;

const search = {
  ...voiceProvider,
  query: z.object({ name: z.string().min(1).max(200) }),
  response: z.array(FoundVoice),
} as const;

const add = {
  ...voiceProvider,
  body: AddVoice,
  response: LibraryVoice,
  status: 201,
} as const;

/** Paths that begin with a provider's name. The server registers them last. */
export const providerRoutes = describeRoutes(providerNoun.addresses, {
  listProviderWorkflows: {
    ...workflows,
    query: z.object({ locationId: z.string().max(1000).optional() }),
    summary: "List the workflows of a connected service",
  },
  listProviderWorkflowHooks: {
    ...workflows,
    params: { ...workflows.params, workflowId: PlainId },
    summary: "List the triggers of a connected service's workflow",
  },
  listProviderLocations: {
    ...workflows,
    summary: "List the locations of a connected service",
  },
  searchProviderVoices: { ...search, summary: "Search a provider's voices by name" },
  searchProviderVoice: { ...search, summary: "The same as GET /{provider}/voices/search" },
  addProviderVoices: { ...add, summary: "Add a shared voice to your account at a provider" },
  addProviderVoice: { ...add, summary: "The same as POST /{provider}/voices/add" },
  cloneElevenLabsVoice: {
    body: CloneVoice,
    bodyType: "form",
    response: z.void(),
    status: 201,
    summary: "Clone a voice at ElevenLabs from recordings",
  },
});
