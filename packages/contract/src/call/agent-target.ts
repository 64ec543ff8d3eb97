import { z } from "zod";
import { CreateAssistant } from "../assistant/assistant.ts";
import { CreateSquad } from "../squad/squad.ts";
import { Id } from "../wire/entity.ts";
import { CreateWorkflow } from "../workflow/workflow.ts";

/** The agent of a new conversation, by its id or inline: exactly one of these. */
export const AgentTarget = {
  assistantId: Id.optional().meta({ title: "Assistant" }),
  assistant: CreateAssistant.optional().meta({ title: "Inline assistant" }),
  squadId: Id.optional().meta({ title: "Squad" }),
  squad: CreateSquad.optional().meta({ title: "Inline squad" }),
  workflowId: Id.optional().meta({ title: "Workflow" }),
  workflow: CreateWorkflow.optional().meta({ title: "Inline workflow" }),
};

/** The agent of a call that is not made yet. */
export const PreviewedAgent = z.object({
  kind: z.enum(["assistant", "squad", "workflow"]),
  name: z.string().optional(),
  /** Of an assistant. */
  version: z.number().int().optional(),
});
export type PreviewedAgent = z.infer<typeof PreviewedAgent>;
