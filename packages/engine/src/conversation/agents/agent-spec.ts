import type { ContextEngineeringPlan, CreateAssistant, VariableExtractionPlan } from "@callwright/contract";
import type { ProviderKey } from "../../model/provider-key.ts";
import type { AgentTool } from "../agent-tool.ts";

/** Several agents that share one conversation: a squad or a workflow. Plain data, because it is sent to a call host. */
export interface TeamSpec {
  /** The first one starts. */
  agents: AgentSpec[];
}

/** A member of a squad or a node of a workflow. */
export interface AgentSpec {
  /** Unique in its team. */
  name: string;
  /** Its assistant, with overrides applied. Variables are not rendered yet. */
  assistant: CreateAssistant;
  /** Its tools at the start; the server runs them. */
  tools: AgentTool[];
  /** Taken by its tools with the action `handoff`. In a workflow's node: its edges, which need no tool. */
  ways: Way[];
  /** Only of a workflow's node. */
  node?: {
    type: "conversation" | "tool" | "hangup";
    /** The node answers and gives the conversation back. Only for a global node without edges. */
    returns?: boolean;
  };
}

/** A possible handover from one agent to another. */
export interface Way {
  /** Name of the tool that takes it. */
  tool: string;
  /** Value of the tool's argument `destination`. Absent: the tool takes only this way. */
  destination?: string;
  /** The call for which a server chose this way. Absent: every call of the tool takes it. */
  callId?: string;
  /** Name of the next agent. */
  to: string;
  context: ContextPlan;
  /** Values for the next agent: the schema's properties are arguments of the tool. Default: none. */
  extract?: VariableExtractionPlan;
  /** Spoken before the next agent takes over. A template. */
  message?: string;
  /** The tool's answer. Default: a sentence that names the next agent. */
  result?: string;
  /** Only of a workflow's node. */
  edge?: {
    /** Index in the workflow. Absent for the way to a global node. */
    index?: number;
    /** When to take the way: a template for the model, or one that renders to `true` or `false`. Absent: always. */
    condition?: string;
  };
}

/** A server has chosen the next agent. */
export interface ChosenHandoff {
  way: Omit<Way, "tool" | "callId">;
  /** Agents that join the team. */
  agents: AgentSpec[];
  /** Keys for their models, voices and transcribers, by provider. */
  keys: Record<string, ProviderKey>;
}

/** How much of the conversation the next agent sees. `withPrompt`: all, and the prompts of the agents before. */
export type ContextPlan = ContextEngineeringPlan | { type: "withPrompt" };
