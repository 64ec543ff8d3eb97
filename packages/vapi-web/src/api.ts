/**
 * The names that apps import from `@vapi-ai/web/dist/api`. All of them are types. A definition of an agent is any object here: the server checks
 * it, and names the field that it does not take.
 */
import type { Untyped } from "./vapi-types.ts";

interface Definition {
  [field: string]: Untyped;
}

export type { WebCall as Call } from "./vapi-types.ts";
export type {
  Definition as AssistantOverrides,
  Definition as CreateAssistantDTO,
  Definition as CreateFunctionToolDTO,
  Definition as CreateSquadDTO,
  Definition as CreateWorkflowDTO,
  Definition as JsonSchema,
  Definition as OpenAIMessage,
  Definition as WorkflowOverrides,
};
