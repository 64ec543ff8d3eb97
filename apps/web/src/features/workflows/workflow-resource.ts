import { CreateWorkflow } from "@callwright/contract";
import { lazy } from "react";
import { messages } from "../../messages/messages.ts";
import { ShareAction } from "../../resource/page/ShareAction.tsx";
import { defineResource } from "../../resource/resource.ts";

const WorkflowActions = lazy(async () => ({ default: (await import("./WorkflowActions.tsx")).WorkflowActions }));
const WorkflowsEmpty = lazy(async () => ({ default: (await import("./WorkflowActions.tsx")).WorkflowsEmpty }));
const WorkflowCanvas = lazy(async () => ({ default: (await import("./canvas/WorkflowCanvas.tsx")).WorkflowCanvas }));

const { sample } = messages.workflows;

/** The shortest conversation that ends by itself. */
const SAMPLE: Omit<CreateWorkflow, "name"> = {
  nodes: [
    { type: "conversation", name: "talk", isStart: true, prompt: sample.prompt },
    { type: "hangup", name: "end" },
  ],
  edges: [{ from: "talk", to: "end", condition: { type: "ai", prompt: sample.done } }],
};

/** Conversations that are led from step to step. */
export const workflowResource = defineResource({
  name: "Workflow",
  path: "workflows",
  texts: "workflows",
  schema: CreateWorkflow,
  versions: "workflows",
  initial: SAMPLE,
  columns: [
    {
      id: "nodes",
      text: ({ nodes }, t) => t("workflows.nodeCount", { count: nodes.length }),
      order: ({ nodes }) => nodes.length,
      width: "140px",
    },
    { id: "start", text: ({ nodes }) => nodes.find(({ isStart }) => isStart)?.name ?? "", width: "180px", from: "wide" },
  ],
  actions: ShareAction,
  canvas: WorkflowCanvas,
  listActions: WorkflowActions,
  emptyState: WorkflowsEmpty,
});
