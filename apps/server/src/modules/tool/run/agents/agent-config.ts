import type { CreateAssistant, CreateSquad, CreateWorkflow } from "@callwright/contract";
import type { AgentSpec, Way } from "@callwright/engine/conversation";
import type { VisitorTools } from "../visitor-tools.ts";

/** One agent of a squad or a workflow, before its tools are opened. Plain data: sessions store it. */
export interface AgentConfig {
  /** Unique in its team. */
  name: string;
  /** Overrides applied. The destinations of its handoffs are names of the team. */
  assistant: CreateAssistant;
  /** Null for an inline assistant and for a node. */
  assistantId: string | null;
  /** Which tools a visitor added. */
  ofVisitor: VisitorTools;
  /** Edges of a workflow's node. */
  ways: Way[];
  node?: NonNullable<AgentSpec["node"]>;
}

/** What the agents of a call or a session were made of. The first one starts. */
export interface TeamConfig {
  agents: AgentConfig[];
  squadId?: string;
  /** Absent for an inline squad and a draft. `workflowVersion` is the same. */
  squadVersion?: string;
  squad?: CreateSquad;
  workflowId?: string;
  workflowVersion?: string;
  workflow?: CreateWorkflow;
}

/** A team is limited, because each agent's tools are opened when the conversation starts. */
export const AGENTS_MAX = 100;
