import { CreateWorkflow, type Workflow, workflowRoutes } from "@callwright/contract";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { versionHandlers } from "../../platform/resource-kit/versions/version-handlers.ts";
import { createVersionedResource } from "../../platform/resource-kit/versions/versioned-resource.ts";
import * as tables from "./tables.ts";

/** Conversations as nodes and edges. An unfinished one can be stored, as long as each edge connects two of its nodes. */
const workflows = createVersionedResource<CreateWorkflow, Workflow>({
  noun: "Workflow",
  table: tables.workflow,
  versions: tables.workflowVersion,
  drafts: tables.workflowDraft,
  schema: CreateWorkflow,
});

export const workflow = defineModule({
  name: "workflow",
  routes: (app, { platform }) =>
    registerRoutes(app, platform, workflowRoutes, {
      ...resourceHandlers("Workflow", platform, workflows.service),
      ...versionHandlers("Workflow", platform, workflows.drafts),
      publishWorkflowDraft: ({ caller, params, body }) => workflows.publish(platform, caller, params.id, body),
    }),
});
