import { CreateWorkflow, type Workflow, workflowRoutes } from "@callwright/contract";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { createResourceService } from "../../platform/resource-kit/resource-service.ts";
import * as tables from "./tables.ts";

/** Conversations as nodes and edges. An unfinished one can be stored, as long as each edge connects two of its nodes. */
const workflows = createResourceService<CreateWorkflow, Workflow>({
  noun: "Workflow",
  table: tables.workflow,
  schema: CreateWorkflow,
});

export const workflow = defineModule({
  name: "workflow",
  routes: (app, { platform }) => registerRoutes(app, platform, workflowRoutes, resourceHandlers("Workflow", platform, workflows)),
});
