import { z } from "zod";
import { AnalysisPlan } from "./analysis-plan.ts";
import { ArtifactPlan } from "./artifact-plan.ts";
import { BackgroundSound } from "./background-sound.ts";
import { CLIENT_MESSAGE_TYPES, DEFAULT_CLIENT_MESSAGES, SERVER_MESSAGE_TYPES } from "./call-message.ts";
import { CompliancePlan } from "./compliance-plan.ts";
import { BackgroundSpeechDenoisingPlan } from "./denoising-plan.ts";
import { EntityFields, Id } from "./entity.ts";
import { Hook } from "./hook.ts";
import { InlineCredentials } from "./inline-credential.ts";
import { bindInlineShape } from "./inline-shape.ts";
import { KeypadInputPlan } from "./keypad-input-plan.ts";
import { MESSAGE_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from "./limits.ts";
import { MessagePlan } from "./message-plan.ts";
import { Model } from "./model.ts";
import { MonitorPlan } from "./monitor-plan.ts";
import { ObservabilityPlan } from "./observability-plan.ts";
import { patchOf } from "./patch-of.ts";
import { ServerTarget } from "./server-target.ts";
import { StartSpeakingPlan, StopSpeakingPlan } from "./speaking-plan.ts";
import { CreateTool } from "./tool/tool.ts";
import { Transcriber } from "./transcriber.ts";
import { TransportConfiguration } from "./transport-configuration.ts";
import { Voice } from "./voice/voice.ts";
import { VoicemailDetection } from "./voicemail-detection.ts";

export const FIRST_MESSAGE_MODES = [
  "assistant-speaks-first",
  "assistant-speaks-first-with-model-generated-message",
  "assistant-waits-for-user",
] as const;

export const DEFAULT_FAILURE_MESSAGE = "I'm having trouble right now. Please say that again in a moment.";

/** What an assistant is made of. Nothing is required: a field that is left out has its default. */
export const AssistantFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  model: Model.optional(),
  voice: Voice.optional(),
  transcriber: Transcriber.optional(),
  /** Spoken first, when the mode says so. Unset: the assistant waits. May be the URL of a sound file. */
  firstMessage: z.string().max(10_000).optional(),
  firstMessageMode: z.enum(FIRST_MESSAGE_MODES).meta({ default: "assistant-speaks-first" }).optional(),
  firstMessageInterruptionsEnabled: z.boolean().meta({ default: false }).optional(),
  maxDurationSeconds: z.number().min(10).max(43_200).meta({ title: "Longest call", unit: "s", default: 600 }).optional(),
  silenceTimeoutSeconds: z
    .number()
    .min(5)
    .max(3600)
    .meta({ title: "Longest silence", unit: "s", default: 30, description: "Of both sides, after which the call ends." })
    .optional(),
  /** Spoken before the assistant hangs up. */
  endCallMessage: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
  endCallPhrases: z
    .array(z.string().min(2).max(140))
    .max(100)
    .meta({ description: "Said by the assistant, in any case, these end the call." })
    .optional(),
  failureMessage: z
    .string()
    .max(MESSAGE_MAX_CHARACTERS)
    .meta({ default: DEFAULT_FAILURE_MESSAGE, description: "Spoken when a model or a voice fails." })
    .optional(),
  startSpeakingPlan: StartSpeakingPlan.optional(),
  stopSpeakingPlan: StopSpeakingPlan.optional(),
  /** Messages the browser gets. */
  clientMessages: z
    .array(z.enum(CLIENT_MESSAGE_TYPES))
    .meta({ default: [...DEFAULT_CLIENT_MESSAGES] })
    .optional(),
  /** Messages the server gets. */
  serverMessages: z.array(z.enum(SERVER_MESSAGE_TYPES)).optional(),
  server: ServerTarget.optional(),
  backgroundSound: BackgroundSound.optional(),
  modelOutputInMessagesEnabled: z
    .boolean()
    .meta({ default: false, description: "The history has the model's words, not what was heard of them." })
    .optional(),
  artifactPlan: ArtifactPlan.optional(),
  analysisPlan: AnalysisPlan.optional(),
  monitorPlan: MonitorPlan.optional(),
  messagePlan: MessagePlan.meta({ deprecated: true }).optional(),
  voicemailDetection: VoicemailDetection.optional(),
  voicemailMessage: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
  keypadInputPlan: KeypadInputPlan.optional(),
  backgroundSpeechDenoisingPlan: BackgroundSpeechDenoisingPlan.optional(),
  compliancePlan: CompliancePlan.optional(),
  observabilityPlan: ObservabilityPlan.optional(),
  transportConfigurations: z.array(TransportConfiguration).max(10).optional(),
  hooks: z.array(Hook).max(100).optional(),
  credentials: InlineCredentials.optional(),
  credentialIds: z.array(Id).max(1000).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
};

/** Body of a create, and of PUT, which replaces. */
export type CreateAssistant = z.infer<z.ZodObject<typeof AssistantFields>>;
/** A name, by which the declarations of what holds it stay short. */
export interface CreateAssistantSchema extends z.ZodType<CreateAssistant, CreateAssistant> {}
export const CreateAssistant: CreateAssistantSchema = z.strictObject(AssistantFields).meta({ id: "CreateAssistant" });
bindInlineShape("assistant", CreateAssistant);

/** PATCH merges by top-level field; null clears a field. */
const AssistantPatch = patchOf(AssistantFields);
export type UpdateAssistant = z.infer<typeof AssistantPatch>;
export interface UpdateAssistantSchema extends z.ZodType<UpdateAssistant, UpdateAssistant> {}
export const UpdateAssistant: UpdateAssistantSchema = AssistantPatch;

const StoredAssistant = z.looseObject({
  ...EntityFields,
  ...AssistantFields,
  /** Latest published version, "v1" upward. */
  latestVersion: z.string(),
});
export type Assistant = z.infer<typeof StoredAssistant>;
export interface AssistantSchema extends z.ZodType<Assistant, Assistant> {}
export const Assistant: AssistantSchema = StoredAssistant;

const OverrideFields = {
  ...AssistantFields,
  /** Values of `{{ variables }}` in prompts and messages. */
  variableValues: z.record(z.string().max(200), z.unknown()).optional(),
  "tools:append": z
    .array(CreateTool)
    .max(200)
    .meta({ title: "Further tools", description: "Added to those of the model." })
    .optional(),
};

/** An assistant's fields with a call's own values on top. */
export type AssistantOverrides = z.infer<z.ZodObject<typeof OverrideFields>>;
export interface AssistantOverridesSchema extends z.ZodType<AssistantOverrides, AssistantOverrides> {}
export const AssistantOverrides: AssistantOverridesSchema = z.strictObject(OverrideFields).meta({ id: "AssistantOverrides" });
bindInlineShape("assistantOverrides", AssistantOverrides);

const StoredVersion = z.looseObject({
  ...AssistantFields,
  id: Id,
  orgId: Id,
  assistantId: Id,
  version: z.string(),
  parentVersion: z.string().optional(),
  createdBy: z.string().nullable(),
  createdAt: z.string(),
});

/** One published state of an assistant. */
export type AssistantVersion = z.infer<typeof StoredVersion>;
export interface AssistantVersionSchema extends z.ZodType<AssistantVersion, AssistantVersion> {}
export const AssistantVersion: AssistantVersionSchema = StoredVersion;

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

/** That somebody else has a draft which differs from what is published; what is in it is theirs. */
export const OtherDraft = z.object({
  /** Null for the draft that the organisation's API tokens share. */
  userId: z.string().nullable(),
  /** Version the draft was started from. */
  baseVersion: z.string(),
  updatedAt: z.string(),
});
export type OtherDraft = z.infer<typeof OtherDraft>;
