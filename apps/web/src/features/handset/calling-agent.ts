import type { AnswererFields } from "../phone-numbers/answerer-of.ts";
import type { TalkTarget } from "../talk/use-talk.ts";
import type { CallingAgent } from "./use-handset.ts";

/** The agent of an editor, as the body of a call names it: stored, or with unsaved changes. */
export function callingAgent(target: TalkTarget, variableValues: Record<string, unknown> | undefined): CallingAgent {
  const overrides = variableValues && { variableValues };
  if ("workflow" in target)
    return { ...named("workflow", target.workflow), ...(overrides && { workflowOverrides: overrides }) } as CallingAgent;
  const agent = "squad" in target ? named("squad", target.squad) : named("assistant", target.assistant);
  return { ...agent, ...(overrides && { assistantOverrides: overrides }) } as CallingAgent;
}

const named = (kind: "assistant" | "squad" | "workflow", agent: unknown) =>
  typeof agent === "string" ? { [`${kind}Id`]: agent } : { [kind]: agent };

/** A stored agent as the one that answers a number. */
export function answererFields(target: TalkTarget, id: string): AnswererFields {
  if ("workflow" in target) return { workflowId: id };
  return "squad" in target ? { squadId: id } : { assistantId: id };
}
