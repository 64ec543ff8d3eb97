import { z } from "zod";
import { AnalysisPlan } from "../plan/analysis-plan.ts";
import { ArtifactPlan } from "../plan/artifact-plan.ts";
import { BackgroundSound } from "../plan/background-sound.ts";
import { CompliancePlan } from "../plan/compliance-plan.ts";
import { BackgroundSpeechDenoisingPlan } from "../plan/denoising-plan.ts";
import { Hook } from "../plan/hook.ts";
import { InlineCredentials } from "../plan/inline-credential.ts";
import { KeypadInputPlan } from "../plan/keypad-input-plan.ts";
import { MonitorPlan } from "../plan/monitor-plan.ts";
import { ObservabilityPlan } from "../plan/observability-plan.ts";
import { StartSpeakingPlan, StopSpeakingPlan } from "../plan/speaking-plan.ts";
import { VoicemailDetection } from "../plan/voicemail-detection.ts";
import { Transcriber } from "../provider/transcriber.ts";
import { Voice } from "../provider/voice.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { MESSAGE_MAX_CHARACTERS } from "../wire/limits.ts";
import { patchOf } from "../wire/patch-of.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { DraftFields, LatestVersion, VersionFields, versionRoutes } from "../wire/version-routes.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { WorkflowEdge, WorkflowNode } from "./workflow-graph.ts";
import { WorkflowModel } from "./workflow-model.ts";
import { workflowNoun } from "./workflow-noun.ts";

const WorkflowFields = {
  name: z.string().min(1).max(80),
  nodes: z.array(WorkflowNode).max(1000).meta({ description: "The steps of the conversation. It begins at the start node." }),
  edges: z.array(WorkflowEdge).max(5000).meta({ description: "Connections between nodes." }),
  globalPrompt: z.string().max(5000).optional().meta({ description: "Comes before the prompt of each node." }),
  /** The default for nodes without a model. `voice` and `transcriber` work the same way. */
  model: WorkflowModel.optional(),
  voice: Voice.optional(),
  transcriber: Transcriber.optional(),
  maxDurationSeconds: z.number().min(10).max(43_200).meta({ title: "Maximum call length", unit: "s", default: 1800 }).optional(),
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
  credentials: InlineCredentials.meta(NOT_FOR_VISITORS).optional(),
  credentialIds: z.array(Id).max(1000).meta(NOT_FOR_VISITORS).optional(),
};

export type CreateWorkflow = z.infer<z.ZodObject<typeof WorkflowFields>>;
export interface CreateWorkflowSchema extends z.ZodType<CreateWorkflow, CreateWorkflow> {}
export const CreateWorkflow: CreateWorkflowSchema = z
  .strictObject(WorkflowFields)
  .superRefine(checkEdges)
  .meta({ id: "CreateWorkflow" });

/** Checks that both ends of an edge are nodes of the workflow. */
function checkEdges({ nodes, edges }: CreateWorkflow, context: z.RefinementCtx): void {
  const names = new Set(nodes.map(({ name }) => name));
  for (const [index, edge] of edges.entries())
    for (const end of ["from", "to"] as const)
      if (!names.has(edge[end]))
        context.addIssue({
          code: "custom",
          path: ["edges", index, end],
          message: `must name a node of this workflow; there is no node ${edge[end]}`,
          params: { problem: "noNode", name: edge[end] },
        });
}

export const UpdateWorkflow = patchOf(WorkflowFields);
export type UpdateWorkflow = z.infer<typeof UpdateWorkflow>;

export const Workflow = z.looseObject({
  ...EntityFields,
  ...WorkflowFields,
  /** The live version. Callwright only. */
  latestVersion: LatestVersion.optional(),
});
export type Workflow = z.infer<typeof Workflow>;

/** One published version of a workflow. */
export const WorkflowVersion = z.looseObject({ ...WorkflowFields, workflowId: Id, ...VersionFields });
export type WorkflowVersion = z.infer<typeof WorkflowVersion>;

/** The user's unpublished edit of a workflow. */
export const WorkflowDraft = z.object({ workflowId: Id, ...DraftFields, config: CreateWorkflow });
export type WorkflowDraft = z.infer<typeof WorkflowDraft>;

/** Values of one call that override the workflow's fields. */
export const WorkflowOverrides = z.strictObject({
  /** Values of `{{ variables }}` in prompts and messages. */
  variableValues: z.record(z.string().max(200), z.unknown()).optional(),
});
export type WorkflowOverrides = z.infer<typeof WorkflowOverrides>;

const plain = resourceRoutes(workflowNoun, { create: CreateWorkflow, update: UpdateWorkflow, entity: Workflow });

export const workflowRoutes = {
  ...plain,
  updateWorkflow: { ...plain.updateWorkflow, summary: "Update a workflow and publish a version" },
  ...versionRoutes(workflowNoun, {
    create: CreateWorkflow,
    entity: Workflow,
    draft: WorkflowDraft,
    version: WorkflowVersion,
  }),
};
