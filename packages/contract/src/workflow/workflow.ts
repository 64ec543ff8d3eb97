import { z } from "zod";
import { AnalysisPlan } from "../analysis-plan.ts";
import { ArtifactPlan } from "../artifact-plan.ts";
import { BackgroundSound } from "../background-sound.ts";
import { CompliancePlan } from "../compliance-plan.ts";
import { BackgroundSpeechDenoisingPlan } from "../denoising-plan.ts";
import { EntityFields, Id } from "../entity.ts";
import { Hook } from "../hook.ts";
import { InlineCredentials } from "../inline-credential.ts";
import { KeypadInputPlan } from "../keypad-input-plan.ts";
import { MESSAGE_MAX_CHARACTERS } from "../limits.ts";
import { MonitorPlan } from "../monitor-plan.ts";
import { ObservabilityPlan } from "../observability-plan.ts";
import { patchOf } from "../patch-of.ts";
import { resourceRoutes } from "../resource-routes.ts";
import { ServerTarget } from "../server-target.ts";
import { StartSpeakingPlan, StopSpeakingPlan } from "../speaking-plan.ts";
import { Transcriber } from "../transcriber.ts";
import { Voice } from "../voice/voice.ts";
import { VoicemailDetection } from "../voicemail-detection.ts";
import { WorkflowEdge, WorkflowNode } from "./workflow-graph.ts";
import { WorkflowModel } from "./workflow-model.ts";

const WorkflowFields = {
  name: z.string().min(1).max(80),
  nodes: z.array(WorkflowNode).max(1000),
  edges: z.array(WorkflowEdge).max(5000),
  /** Goes before every node's own prompt. */
  globalPrompt: z.string().max(5000).optional(),
  /** Of every node that has none of its own, as are voice and transcriber. */
  model: WorkflowModel.optional(),
  voice: Voice.optional(),
  transcriber: Transcriber.optional(),
  maxDurationSeconds: z.number().min(10).max(43_200).meta({ title: "Longest call", unit: "s", default: 1800 }).optional(),
  voicemailDetection: VoicemailDetection.optional(),
  voicemailMessage: z.string().max(MESSAGE_MAX_CHARACTERS).optional(),
  backgroundSound: BackgroundSound.optional(),
  hooks: z.array(Hook).max(100).optional(),
  startSpeakingPlan: StartSpeakingPlan.optional(),
  stopSpeakingPlan: StopSpeakingPlan.optional(),
  artifactPlan: ArtifactPlan.optional(),
  analysisPlan: AnalysisPlan.optional(),
  monitorPlan: MonitorPlan.optional(),
  keypadInputPlan: KeypadInputPlan.optional(),
  backgroundSpeechDenoisingPlan: BackgroundSpeechDenoisingPlan.optional(),
  compliancePlan: CompliancePlan.optional(),
  observabilityPlan: ObservabilityPlan.optional(),
  server: ServerTarget.optional(),
  credentials: InlineCredentials.optional(),
  credentialIds: z.array(Id).max(1000).optional(),
};

export type CreateWorkflow = z.infer<z.ZodObject<typeof WorkflowFields>>;
export interface CreateWorkflowSchema extends z.ZodType<CreateWorkflow, CreateWorkflow> {}
export const CreateWorkflow: CreateWorkflowSchema = z.strictObject(WorkflowFields).meta({ id: "CreateWorkflow" });

export const UpdateWorkflow = patchOf(WorkflowFields);
export type UpdateWorkflow = z.infer<typeof UpdateWorkflow>;

export const Workflow = z.looseObject({ ...EntityFields, ...WorkflowFields });
export type Workflow = z.infer<typeof Workflow>;

/** A workflow's values for one call. */
export const WorkflowOverrides = z.strictObject({
  /** Values of `{{ variables }}` in prompts and messages. */
  variableValues: z.record(z.string().max(200), z.unknown()).optional(),
});
export type WorkflowOverrides = z.infer<typeof WorkflowOverrides>;

export const workflowRoutes = resourceRoutes({
  name: "Workflow",
  path: "/workflow",
  noun: "workflow",
  create: CreateWorkflow,
  update: UpdateWorkflow,
  entity: Workflow,
});
