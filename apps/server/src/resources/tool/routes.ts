import { toolRoutes as table, toolRunRoutes, toolUseRoutes } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { resourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { tools } from "./service.ts";
import { listToolRuns } from "./tool-runs.ts";
import { listToolUses } from "./tool-uses.ts";

export function toolRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, table, resourceHandlers("Tool", context, tools), context);
  registerRoutes(app, toolRunRoutes, { listToolRuns: ({ caller, params }) => listToolRuns(context, caller, params.id) }, context);
  registerRoutes(app, toolUseRoutes, { listToolUses: ({ caller, params }) => listToolUses(context, caller, params.id) }, context);
}
