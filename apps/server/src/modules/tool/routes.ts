import { toolRoutes as table, toolRunRoutes, toolUseRoutes } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { tools } from "./service.ts";
import { listToolRuns } from "./tool-runs.ts";
import { listToolUses } from "./tool-uses.ts";

export function toolRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, table, resourceHandlers("Tool", context, tools), context);
  registerRoutes(app, toolRunRoutes, { listToolRuns: ({ caller, params }) => listToolRuns(context, caller, params.id) }, context);
  registerRoutes(app, toolUseRoutes, { listToolUses: ({ caller, params }) => listToolUses(context, caller, params.id) }, context);
}
