import type { WorkflowNode } from "@callwright/contract";

/** What a menu offers. Several kinds are one type of the contract, with different content. */
export const NODE_KINDS = ["say", "tool", "apiRequest", "transfer", "handoff", "end", "global"] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** The kinds of nodes that have a tool of their own. */
const KIND_OF_TOOL: Readonly<Record<string, NodeKind>> = {
  apiRequest: "apiRequest",
  transferCall: "transfer",
  handoff: "handoff",
  endCall: "end",
};

export function kindOf(node: WorkflowNode): NodeKind {
  if (node.type === "hangup") return "end";
  if (node.type === "conversation") return node.globalNodePlan?.enabled ? "global" : "say";
  return KIND_OF_TOOL[node.tool?.type ?? ""] ?? "tool";
}

/** A new node of a kind, with the fields that the contract requires. Fields that the user must fill in are empty. */
export function makeNode(kind: NodeKind, name: string): WorkflowNode {
  const tool = (own: object) => ({ type: "tool", name, tool: own });
  const made: Record<NodeKind, object> = {
    say: { type: "conversation", name, prompt: "" },
    global: { type: "conversation", name, prompt: "", globalNodePlan: { enabled: true, enterCondition: "" } },
    tool: { type: "tool", name },
    apiRequest: tool({ type: "apiRequest", method: "GET", url: "https://" }),
    transfer: tool({ type: "transferCall", destinations: [] }),
    handoff: tool({ type: "handoff", destinations: [] }),
    end: { type: "hangup", name },
  };
  return made[kind] as WorkflowNode;
}
