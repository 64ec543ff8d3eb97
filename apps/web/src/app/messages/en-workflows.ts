/** Texts of the screens of workflows. */
export const enWorkflows = {
  workflows: {
    title: "Workflows",
    one: "workflow",
    many: "workflows",
    what: "A workflow leads a conversation from step to step: each node has its own prompt, and edges say when to go on.",
    unnamed: "Unnamed workflow",
    deleteLoss: "Calls that start with the workflow are refused.",
    nodeCount_one: "{{count}} node",
    nodeCount_other: "{{count}} nodes",
    columns: { nodes: "Nodes", start: "Begins at" },
    sample: {
      prompt: "Greet the caller and ask how you can help. Say goodbye when everything is settled.",
      done: "Everything is settled.",
    },
    fields: {
      globalPrompt: { label: "Global prompt", help: "Goes before every node's own prompt." },
      nodes: {
        label: "Nodes",
        one: "Node",
        help: "The steps of the conversation. It begins at the one that is marked as the start.",
      },
      "nodes.type": { label: "Kind" },
      "nodes.isStart": { label: "The conversation begins here" },
      "nodes.globalNodePlan": { label: "From anywhere", help: "The node can be gone to from every other one." },
      edges: { label: "Edges", one: "Edge", help: "The ways from node to node." },
      "edges.from": { label: "From node" },
      "edges.to": { label: "To node" },
      "edges.condition": { label: "Condition", help: "Without one the edge is always taken." },
    },
    values: { conversation: "Conversation", tool: "Tool", hangup: "Hang up" },
  },
} as const;
