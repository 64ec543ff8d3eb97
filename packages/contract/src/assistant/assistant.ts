import { z } from "zod";
import { CLIENT_MESSAGE_TYPES, DEFAULT_CLIENT_MESSAGES, SERVER_MESSAGE_TYPES } from "../message/message-types.ts";
import { AnalysisPlan } from "../plan/analysis-plan.ts";
import { ArtifactPlan } from "../plan/artifact-plan.ts";
import { ASSISTANT_DEFAULTS } from "../plan/assistant-defaults.ts";
import { BackgroundSound } from "../plan/background-sound.ts";
import { CompliancePlan } from "../plan/compliance-plan.ts";
import { BackgroundSpeechDenoisingPlan } from "../plan/denoising-plan.ts";
import { Hook } from "../plan/hook.ts";
import { InlineCredentials } from "../plan/inline-credential.ts";
import { KeypadInputPlan } from "../plan/keypad-input-plan.ts";
import { MessagePlan } from "../plan/message-plan.ts";
import { MonitorPlan } from "../plan/monitor-plan.ts";
import { ObservabilityPlan } from "../plan/observability-plan.ts";
import { StartSpeakingPlan, StopSpeakingPlan } from "../plan/speaking-plan.ts";
import { TransportConfiguration } from "../plan/transport-configuration.ts";
import { VoicemailDetection } from "../plan/voicemail-detection.ts";
import { Transcriber } from "../provider/transcriber.ts";
import { Voice } from "../provider/voice.ts";
import { bindInlineShape } from "../tool/inline-shape.ts";
import { InlineTool } from "../tool/tool.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { MESSAGE_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";
import { patchOf } from "../wire/patch-of.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { DraftFields, LatestVersion, VersionFields } from "../wire/version-routes.ts";
import { NO_ADDRESS_FOR_VISITORS, NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { Model } from "./model.ts";
import { GateRun, VERSION_STATUSES } from "./publish-gate.ts";

export const FIRST_MESSAGE_MODES = [
  "assistant-speaks-first",
  "assistant-speaks-first-with-model-generated-message",
  "assistant-waits-for-user",
] as const;

/** The fields of an assistant. All are optional and have defaults. */
export const AssistantFields = optionalFields({
  name: z.string().min(1).max(NAME_MAX_CHARACTERS),
  model: Model,
  voice: Voice,
  transcriber: Transcriber,
  /** Spoken first, if the mode says so. Unset: the assistant waits. Can be the URL of a sound file. */
  firstMessage: z
    .string()
    .max(10_000)
    .meta({
      description: "Text, or the URL of a sound file (MP3, or WAV of 16-bit PCM), which is played.",
      ...NO_ADDRESS_FOR_VISITORS,
    }),
  firstMessageMode: z.enum(FIRST_MESSAGE_MODES).meta({ default: ASSISTANT_DEFAULTS.firstMessageMode }),
  firstMessageInterruptionsEnabled: z.boolean().meta({
    title: "Interruptible first message",
    default: ASSISTANT_DEFAULTS.firstMessageInterruptionsEnabled,
    description: "Off: the assistant always finishes its first message.",
  }),
  maxDurationSeconds: z.number().min(10).max(43_200).meta({
    title: "Maximum call length",
    unit: "s",
    default: ASSISTANT_DEFAULTS.maxDurationSeconds,
    description: "The call ends after this time.",
  }),
  silenceTimeoutSeconds: z.number().min(5).max(3600).meta({
    title: "Silence timeout",
    unit: "s",
    default: ASSISTANT_DEFAULTS.silenceTimeoutSeconds,
    description: "The call ends when nobody speaks for this long.",
  }),
  endCallMessage: z
    .string()
    .max(MESSAGE_MAX_CHARACTERS)
    .meta({ title: "Closing message", description: "Spoken before the assistant hangs up." }),
  endCallPhrases: z
    .array(z.string().min(2).max(140))
    .max(100)
    .meta({ title: "End-call phrases", description: "The call ends when the assistant says one of these. Case-insensitive." }),
  failureMessage: z.string().max(MESSAGE_MAX_CHARACTERS).meta({
    title: "Failure message",
    default: ASSISTANT_DEFAULTS.failureMessage,
    description: "Spoken when the model or the voice fails.",
  }),
  startSpeakingPlan: StartSpeakingPlan,
  stopSpeakingPlan: StopSpeakingPlan,
  /** Messages sent to the browser. */
  clientMessages: z.array(z.enum(CLIENT_MESSAGE_TYPES)).meta({ default: [...DEFAULT_CLIENT_MESSAGES] }),
  /** Messages sent to your server. */
  serverMessages: z.array(z.enum(SERVER_MESSAGE_TYPES)),
  server: ServerTarget,
  backgroundSound: BackgroundSound,
  modelOutputInMessagesEnabled: z.boolean().meta({
    title: "Model's own words in messages",
    default: false,
    description: "Off: messages and the model's history have what was heard, up to an interruption.",
  }),
  artifactPlan: ArtifactPlan,
  analysisPlan: AnalysisPlan,
  monitorPlan: MonitorPlan,
  messagePlan: MessagePlan.meta({ deprecated: true }),
  voicemailDetection: VoicemailDetection,
  voicemailMessage: z.string().max(MESSAGE_MAX_CHARACTERS),
  keypadInputPlan: KeypadInputPlan,
  backgroundSpeechDenoisingPlan: BackgroundSpeechDenoisingPlan,
  compliancePlan: CompliancePlan,
  observabilityPlan: ObservabilityPlan,
  transportConfigurations: z.array(TransportConfiguration).max(10),
  hooks: z.array(Hook).max(100),
  credentials: InlineCredentials.meta(NOT_FOR_VISITORS),
  credentialIds: z.array(Id).max(1000).meta(NOT_FOR_VISITORS),
  metadata: z.record(z.string(), z.unknown()),
}).shape;

/** Body of POST and PUT. */
export type CreateAssistant = z.infer<z.ZodObject<typeof AssistantFields>>;
/** Named, so that declarations that contain it stay short. */
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
  latestVersion: LatestVersion,
});
export type Assistant = z.infer<typeof StoredAssistant>;
export interface AssistantSchema extends z.ZodType<Assistant, Assistant> {}
export const Assistant: AssistantSchema = StoredAssistant;

const OverrideFields = {
  ...AssistantFields,
  /** Values of `{{ variables }}` in prompts and messages. */
  variableValues: z.record(z.string().max(200), z.unknown()).optional(),
  "tools:append": z
    .array(InlineTool)
    .max(200)
    .meta({ title: "Additional tools", description: "Added to the model's tools." })
    .optional(),
};

/** Values of one call that override the assistant's fields. */
export type AssistantOverrides = z.infer<z.ZodObject<typeof OverrideFields>>;
export interface AssistantOverridesSchema extends z.ZodType<AssistantOverrides, AssistantOverrides> {}
export const AssistantOverrides: AssistantOverridesSchema = z.strictObject(OverrideFields).meta({ id: "AssistantOverrides" });
bindInlineShape("assistantOverrides", AssistantOverrides);

const StoredVersion = z.looseObject({
  ...AssistantFields,
  assistantId: Id,
  ...VersionFields,
  /** The fields below: Callwright only. */
  status: z.enum(VERSION_STATUSES).optional(),
  /** The runs that a candidate waits for, or waited for. */
  gateRuns: z.array(GateRun).optional(),
  /** Why a version was rejected: a sentence. */
  gateFailure: z.string().optional(),
});

/** One version of an assistant: a published one, or a candidate. */
export type AssistantVersion = z.infer<typeof StoredVersion>;
export interface AssistantVersionSchema extends z.ZodType<AssistantVersion, AssistantVersion> {}
export const AssistantVersion: AssistantVersionSchema = StoredVersion;

/** The user's unpublished edit of an assistant. */
export const AssistantDraft = z.object({ assistantId: Id, ...DraftFields, config: CreateAssistant });
export type AssistantDraft = z.infer<typeof AssistantDraft>;
