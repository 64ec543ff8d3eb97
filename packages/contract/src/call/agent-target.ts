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

/** The agent of a new call. */
export const NewCallTarget = {
  ...AgentTarget,
  draftOf: Id.optional().meta({
    title: "Draft of",
    description:
      "The stored assistant, squad or workflow that the inline one is a draft of. The call belongs to it, without a version. Callwright only.",
  }),
};
