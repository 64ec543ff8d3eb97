import type { AgentStarted } from "@callwright/contract";
import type { RunState } from "./canvas-parts.ts";

/** Where a conversation is on a canvas, and how it got there. */
export interface Running {
  /** Name of the node or member that speaks. Undefined when the conversation is over. */
  current?: string | undefined;
  /** The names of the nodes or members that had the conversation, in order. */
  steps: readonly { from: string | undefined; to: string }[];
  /** In a workflow: indexes of the taken edges, in order. */
  edges: readonly number[];
  /** The values that were extracted, by name. */
  variables: Readonly<Record<string, unknown>>;
}

/** Whether this node or member speaks, or has spoken. */
export function runStateOf(running: Running | undefined, name: string): RunState | undefined {
  if (name === running?.current) return "running";
  return running?.steps.some(({ to }) => to === name) ? "passed" : undefined;
}

/** The path of a conversation, from the agents that took it over. Undefined before the first one. */
export function runningOf(agents: readonly AgentStarted[], isOver: boolean): Running | undefined {
  const last = agents.at(-1);
  if (!last) return undefined;
  return {
    current: isOver ? undefined : last.name,
    steps: agents.map(({ from, name }) => ({ from, to: name })),
    edges: agents.flatMap(({ edge }) => (edge === undefined ? [] : [edge])),
    variables: Object.assign({}, ...agents.map(({ variables }) => variables)) as Record<string, unknown>,
  };
}
