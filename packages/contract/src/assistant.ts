import { z } from "zod";
import { AnalysisPlan, ArtifactPlan } from "./artifact-plan.ts";
import { CLIENT_MESSAGE_TYPES, SERVER_MESSAGE_TYPES } from "./call-message.ts";
import { EntityFields, Id } from "./entity.ts";
import { MESSAGE_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from "./limits.ts";
import { ListQuery } from "./list-query.ts";
import { Model } from "./model.ts";
import { defineRoutes } from "./route.ts";
import { ServerTarget } from "./server-target.ts";
import { StartSpeakingPlan, StopSpeakingPlan } from "./speaking-plan.ts";
import { Transcriber } from "./transcriber.ts";
import { Voice } from "./voice.ts";

export const FIRST_MESSAGE_MODES = [
  "assistant-speaks-first",
  "assistant-speaks-first-with-model-generated-message",
  "assistant-waits-for-user",
] as const;

/** What an assistant is made of. Nothing is required: a field that is left out has the default its comment names. */
export const AssistantFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  model: Model.optional(),
  voice: Voice.optional(),
  transcriber: Transcriber.optional(),
  /** Spoken first, when the mode says so. Unset: the assistant waits. */
  firstMessage: z.string().max(10_000).optional(),
  /** Default `assistant-speaks-first`. */
  firstMessageMode: z.enum(FIRST_MESSAGE_MODES).optional(),
  /** Default false. */
  firstMessageInterruptionsEnabled: z.boolean().optional(),
  /** Default 600. */
  maxDurationSeconds: z.number().min(10).max(43_200).optional(),
  /** Silence of both sides after which the call ends. Default 30. */
  silenceTimeoutSeconds: z.number().min(5).max(3600).optional(),
  /** Spoken before the assistant hangs up. */
  endCallMessage: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
  /** Said by the assistant, in any case, these end the call. */
  endCallPhrases: z.array(z.string().min(2).max(140)).max(100).optional(),
  /** Spoken when a model or a voice fails. Default: `DEFAULT_FAILURE_MESSAGE`. Ours. */
  failureMessage: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
  startSpeakingPlan: StartSpeakingPlan.optional(),
  stopSpeakingPlan: StopSpeakingPlan.optional(),
  /** Messages the browser gets. Default: `DEFAULT_CLIENT_MESSAGES`. */
  clientMessages: z.array(z.enum(CLIENT_MESSAGE_TYPES)).optional(),
  serverMessages: z.array(z.enum(SERVER_MESSAGE_TYPES)).optional(),
  server: ServerTarget.optional(),
  backgroundSound: z.union([z.enum(["off", "office"]), z.url()]).optional(),
  modelOutputInMessagesEnabled: z.boolean().optional(),
  artifactPlan: ArtifactPlan.optional(),
  analysisPlan: AnalysisPlan.optional(),
  monitorPlan: z
    .object({
      listenEnabled: z.boolean().optional(),
      listenAuthenticationEnabled: z.boolean().optional(),
      controlEnabled: z.boolean().optional(),
      controlAuthenticationEnabled: z.boolean().optional(),
    })
    .optional(),
  voicemailDetection: z.union([z.literal("off"), z.looseObject({ provider: z.string() })]).optional(),
  voicemailMessage: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
  keypadInputPlan: z
    .object({
      enabled: z.boolean().optional(),
      timeoutSeconds: z.number().min(0).max(10).optional(),
      delimiters: z.union([z.enum(["#", "*", ""]), z.array(z.enum(["#", "*", ""]))]).optional(),
    })
    .optional(),
  backgroundSpeechDenoisingPlan: z.looseObject({}).optional(),
  compliancePlan: z.looseObject({}).optional(),
  observabilityPlan: z.looseObject({ provider: z.literal("langfuse"), tags: z.array(z.string()) }).optional(),
  transportConfigurations: z.array(z.looseObject({ provider: z.literal("twilio") })).optional(),
  hooks: z.array(z.looseObject({ on: z.string().max(1000) })).optional(),
  credentialIds: z.array(Id).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
};

export const DEFAULT_FAILURE_MESSAGE = "I'm having trouble right now. Please say that again in a moment.";

/** Body of a create, and of PUT, which replaces. */
export const CreateAssistant = z.strictObject(AssistantFields);
export type CreateAssistant = z.infer<typeof CreateAssistant>;

/** PATCH merges by top-level field; null clears a field. */
export const UpdateAssistant = z.strictObject(
  Object.fromEntries(Object.entries(AssistantFields).map(([name, schema]) => [name, schema.nullable()])) as {
    [Name in keyof typeof AssistantFields]: z.ZodNullable<(typeof AssistantFields)[Name]>;
  },
);
export type UpdateAssistant = z.infer<typeof UpdateAssistant>;

export const Assistant = z.looseObject({
  ...EntityFields,
  ...AssistantFields,
  /** Latest published version, "v1" upward. */
  latestVersion: z.string(),
});
export type Assistant = z.infer<typeof Assistant>;

/** An assistant's fields with a call's own values on top. */
export const AssistantOverrides = z.strictObject({
  ...AssistantFields,
  /** Values of `{{ variables }}` in prompts and messages. */
  variableValues: z.record(z.string().max(200), z.unknown()).optional(),
});
export type AssistantOverrides = z.infer<typeof AssistantOverrides>;

/** One published state of an assistant. */
export const AssistantVersion = z.looseObject({
  ...AssistantFields,
  id: Id,
  orgId: Id,
  assistantId: Id,
  version: z.string(),
  parentVersion: z.string().optional(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
});
export type AssistantVersion = z.infer<typeof AssistantVersion>;

/** The caller's own unpublished edit of an assistant. `isDirty` tells whether it differs from what is published. */
export const AssistantDraft = z.object({
  assistantId: Id,
  /** Version the draft was started from. */
  baseVersion: z.string(),
  config: CreateAssistant,
  isDirty: z.boolean(),
  updatedAt: z.string(),
});
export type AssistantDraft = z.infer<typeof AssistantDraft>;

export const assistantRoutes = defineRoutes({
  createAssistant: {
    method: "POST",
    path: "/assistant",
    scope: "private",
    role: "editor",
    body: CreateAssistant,
    response: Assistant,
    status: 201,
    summary: "Create an assistant",
  },
  listAssistants: {
    method: "GET",
    path: "/assistant",
    scope: "private",
    role: "viewer",
    query: ListQuery,
    response: z.array(Assistant),
    status: 200,
    summary: "List assistants, newest first",
  },
  getAssistant: {
    method: "GET",
    path: "/assistant/{id}",
    scope: "private",
    role: "viewer",
    response: Assistant,
    status: 200,
    summary: "Get an assistant",
  },
  updateAssistant: {
    method: "PATCH",
    path: "/assistant/{id}",
    scope: "private",
    role: "editor",
    body: UpdateAssistant,
    response: Assistant,
    status: 200,
    summary: "Change some fields of an assistant; publishes a version",
  },
  replaceAssistant: {
    method: "PUT",
    path: "/assistant/{id}",
    scope: "private",
    role: "editor",
    body: CreateAssistant,
    response: Assistant,
    status: 200,
    summary: "Replace an assistant; publishes a version",
  },
  deleteAssistant: {
    method: "DELETE",
    path: "/assistant/{id}",
    scope: "private",
    role: "editor",
    response: Assistant,
    status: 200,
    summary: "Delete an assistant; it can be restored for 30 days",
  },
  restoreAssistant: {
    method: "POST",
    path: "/assistant/{id}/restore",
    scope: "private",
    role: "editor",
    response: Assistant,
    status: 200,
    summary: "Bring a deleted assistant back",
  },
  getAssistantDraft: {
    method: "GET",
    path: "/assistant/{id}/draft",
    scope: "private",
    role: "viewer",
    response: AssistantDraft,
    status: 200,
    summary: "Get the caller's draft; the published state when there is none",
  },
  saveAssistantDraft: {
    method: "PUT",
    path: "/assistant/{id}/draft",
    scope: "private",
    role: "editor",
    body: z.strictObject({ baseVersion: z.string().max(20), config: CreateAssistant }),
    response: AssistantDraft,
    status: 200,
    summary: "Save the caller's draft",
  },
  discardAssistantDraft: {
    method: "DELETE",
    path: "/assistant/{id}/draft",
    scope: "private",
    role: "editor",
    response: AssistantDraft,
    status: 200,
    summary: "Throw the caller's draft away; answers the published state",
  },
  publishAssistantDraft: {
    method: "POST",
    path: "/assistant/{id}/publish",
    scope: "private",
    role: "editor",
    /** `force` publishes over a version that appeared after the draft was started. */
    body: z.strictObject({ force: z.boolean().default(false) }),
    response: Assistant,
    status: 200,
    summary: "Publish the caller's draft as the next version",
  },
  listAssistantVersions: {
    method: "GET",
    path: "/assistant/{id}/version",
    scope: "private",
    role: "viewer",
    query: z.object({
      page: z.coerce.number().int().min(1).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: z.object({
      results: z.array(AssistantVersion),
      metadata: z.object({ itemsPerPage: z.number(), totalItems: z.number(), currentPage: z.number() }),
    }),
    status: 200,
    summary: "List published versions, newest first",
  },
});
