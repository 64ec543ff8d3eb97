/** Texts of the screens of workflows. */
export const enWorkflows = {
  workflows: {
    title: "Workflows",
    one: "workflow",
    many: "workflows",
    what: "A workflow leads a conversation step by step. Each node has its own prompt; edges say when to continue.",
    unnamed: "Unnamed workflow",
    deleteLoss: "Calls that start this workflow are refused.",
    nodeCount_one: "{{count}} node",
    nodeCount_other: "{{count}} nodes",
    columns: { nodes: "Nodes", start: "Start" },
    sample: {
      prompt: "Greet the caller and ask how you can help. Say goodbye when everything is settled.",
      done: "Everything is settled.",
    },
    fields: {
      globalPrompt: { label: "Global prompt", help: "Comes before the prompt of each node." },
      nodes: {
        label: "Nodes",
        one: "Node",
        help: "The steps of the conversation. It begins at the start node.",
      },
      "nodes.type": { label: "Type" },
      "nodes.isStart": { label: "Start node" },
      "nodes.globalNodePlan": { label: "Global node", help: "Reachable from every other node." },
      edges: { label: "Edges", one: "Edge", help: "Connections between nodes." },
      "edges.from": { label: "From node", help: "The name of a node." },
      "edges.to": { label: "To node", help: "The name of a node." },
      "edges.condition": { label: "Condition", help: "Without a condition, the edge is always taken." },
    },
    values: { conversation: "Conversation", tool: "Tool", hangup: "Hang up" },
  },
} as const;
