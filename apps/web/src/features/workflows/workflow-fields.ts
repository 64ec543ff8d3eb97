/** Fields that the form of a node or edge always shows. */
export const NODE_MAIN_FIELDS = ["nodes.isStart", "nodes.tool", "nodes.tool.url", "nodes.tool.method", "nodes.toolId"];
export const EDGE_MAIN_FIELDS = ["edges.condition"];

/** The fields for creating a workflow. The full resource imports the components that create one. */
export const WORKFLOW = { name: "Workflow", path: "workflows", texts: "workflows" } as const;
