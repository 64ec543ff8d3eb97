import { z } from "zod";

/** An agent of a squad or a workflow takes the conversation over. */
export const AgentStarted = z.object({
  /** `assistant`: a member of a squad. `node`: a node of a workflow. */
  kind: z.enum(["assistant", "node"]),
  /** Name of the member or the node. */
  name: z.string(),
  /** Name of the agent before. Absent for the first one. */
  from: z.string().optional(),
  /** The index of the edge that a workflow took. Absent for a global node, and for the way back from one. */
  edge: z.number().int().min(0).optional(),
  /** The values that were extracted for this agent. Empty if there are none. */
  variables: z.record(z.string(), z.unknown()),
});
export type AgentStarted = z.infer<typeof AgentStarted>;
