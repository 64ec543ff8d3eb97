import { z } from "zod";
import { Id } from "../entity.ts";
import { CreateTool } from "../tool/tool.ts";
import { VariableExtractionPlan } from "../tool/variable-extraction-plan.ts";
import { Transcriber } from "../transcriber.ts";
import { Voice } from "../voice/voice.ts";
import { WorkflowModel } from "./workflow-model.ts";

const NodeName = z.string().min(1).max(80);

const NodeFields = {
  /** Edges name nodes by it. */
  name: NodeName,
  /** The conversation begins at the one node where this is true. */
  isStart: z.boolean().optional(),
  /** Free; editors keep the node's place here. */
  metadata: z.record(z.string(), z.unknown()).optional(),
};

/** One step of a workflow. */
const AnyNode = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("conversation"),
    ...NodeFields,
    prompt: z.string().max(5000).optional(),
    model: WorkflowModel.optional(),
    voice: Voice.optional(),
    transcriber: Transcriber.optional(),
    tools: z.array(CreateTool).max(200).optional(),
    toolIds: z.array(Id).max(200).optional(),
    globalNodePlan: z
      .strictObject({
        enabled: z.boolean().meta({ default: false }).optional(),
        enterCondition: z.string().max(1000).meta({ description: "When the node is gone to from anywhere." }).optional(),
      })
      .optional(),
    variableExtractionPlan: VariableExtractionPlan.optional(),
  }),
  z.strictObject({
    type: z.literal("tool"),
    ...NodeFields,
    tool: CreateTool.optional(),
    toolId: Id.meta({ title: "Tool" }).optional(),
  }),
  z.strictObject({ type: z.literal("hangup"), ...NodeFields }),
]);
export type WorkflowNode = z.infer<typeof AnyNode>;
export interface WorkflowNodeSchema extends z.ZodType<WorkflowNode, WorkflowNode> {}
export const WorkflowNode: WorkflowNodeSchema = AnyNode;

/** The way from one node to the next. */
export const WorkflowEdge = z.strictObject({
  from: NodeName,
  to: NodeName,
  /** Unset: always taken. */
  condition: z
    .strictObject({
      type: z.literal("ai"),
      prompt: z.string().max(1000).meta({ description: "The model decides whether this holds." }),
    })
    .optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type WorkflowEdge = z.infer<typeof WorkflowEdge>;
