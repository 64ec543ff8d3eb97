import { z } from "zod";
import { Transcriber } from "../provider/transcriber.ts";
import { Voice } from "../provider/voice.ts";
import { InlineTool } from "../tool/tool.ts";
import { VariableExtractionPlan } from "../tool/variable-extraction-plan.ts";
import { Id } from "../wire/entity.ts";
import { MESSAGE_MAX_CHARACTERS } from "../wire/limits.ts";
import { NOT_FOR_VISITORS } from "../wire/visitor-choice.ts";
import { WorkflowModel } from "./workflow-model.ts";

const NodeName = z.string().min(1).max(80);

const NodeFields = {
  /** Edges refer to nodes by name. */
  name: NodeName,
  /** True for exactly one node, where the conversation starts. */
  isStart: z.boolean().optional().meta({ title: "Start node" }),
  /** Any data. Editors store the node's position here. */
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
    tools: z.array(InlineTool).max(200).optional(),
    toolIds: z.array(Id).max(200).meta(NOT_FOR_VISITORS).optional(),
    globalNodePlan: z
      .strictObject({
        enabled: z.boolean().meta({ default: false }).optional(),
        enterCondition: z.string().max(1000).meta({ description: "When to go to this node from any other." }).optional(),
      })
      .optional()
      .meta({ title: "Global node", description: "Reachable from every other node." }),
    variableExtractionPlan: VariableExtractionPlan.optional(),
  }),
  z.strictObject({
    type: z.literal("tool"),
    ...NodeFields,
    tool: InlineTool.optional(),
    toolId: Id.meta({ title: "Tool", ...NOT_FOR_VISITORS }).optional(),
  }),
  z.strictObject({
    type: z.literal("hangup"),
    ...NodeFields,
    messagePlan: z
      .strictObject({
        firstMessage: z.string().max(MESSAGE_MAX_CHARACTERS).optional().meta({
          title: "Farewell",
          description: "Said before the conversation ends.",
        }),
      })
      .optional()
      .meta({ title: "Message" }),
  }),
]);
export type WorkflowNode = z.infer<typeof AnyNode>;
export interface WorkflowNodeSchema extends z.ZodType<WorkflowNode, WorkflowNode> {}
export const WorkflowNode: WorkflowNodeSchema = AnyNode;

/** A connection from one node to the next. */
export const WorkflowEdge = z.strictObject({
  from: NodeName,
  to: NodeName,
  /** Unset: the edge is always taken. */
  condition: z
    .strictObject({
      type: z.literal("ai"),
      prompt: z.string().max(1000).meta({ description: "The model decides whether this is true." }),
    })
    .optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
});
export type WorkflowEdge = z.infer<typeof WorkflowEdge>;
