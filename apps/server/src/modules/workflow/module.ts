import { workflowRoutes as table } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { workflows } from "./service.ts";

export const workflow = defineModule({
  name: "workflow",
  routes: (app, { platform }) => workflowRoutes(app, platform),
});

function workflowRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, table, resourceHandlers("Workflow", context, workflows), context);
}
