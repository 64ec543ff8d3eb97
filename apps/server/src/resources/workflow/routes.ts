import { workflowRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { resourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { workflows } from "./service.ts";

export function workflowRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, table, resourceHandlers("Workflow", context, workflows), context);
}
