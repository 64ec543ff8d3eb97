import type { WorkflowNode } from "@callwright/contract";

/** What a palette offers. Several kinds are one type of the contract, with different content. */
export const NODE_KINDS = ["say", "tool", "apiRequest", "transfer", "handoff", "end", "global"] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

export function isNodeKind(kind: string): kind is NodeKind {
  return NODE_KINDS.some((each) => each === kind);
}

export function kindOf(node: WorkflowNode): NodeKind {
  if (node.type === "hangup") return "end";
  if (node.type === "conversation") return node.globalNodePlan?.enabled ? "global" : "say";
  switch (node.tool?.type) {
    case "apiRequest":
      return "apiRequest";
    case "transferCall":
      return "transfer";
    case "handoff":
      return "handoff";
    case "endCall":
      return "end";
    default:
      return "tool";
  }
}

/** A new node of a kind, with the fields that the contract requires. What has to be filled in is empty. */
export function makeNode(kind: NodeKind, name: string): WorkflowNode {
  switch (kind) {
    case "say":
      return { type: "conversation", name, prompt: "" };
    case "global":
      return { type: "conversation", name, prompt: "", globalNodePlan: { enabled: true, enterCondition: "" } };
    case "tool":
      return { type: "tool", name };
    case "apiRequest":
      return { type: "tool", name, tool: { type: "apiRequest", method: "GET", url: "https://" } };
    case "transfer":
      return { type: "tool", name, tool: { type: "transferCall", destinations: [] } };
    case "handoff":
      return { type: "tool", name, tool: { type: "handoff", destinations: [] } };
    case "end":
      return { type: "hangup", name };
    default:
      return kind satisfies never;
  }
}
