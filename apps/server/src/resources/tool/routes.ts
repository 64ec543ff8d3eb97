import { toolRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { resourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { tools } from "./service.ts";

export function toolRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, table, resourceHandlers("Tool", context, tools), context);
}
