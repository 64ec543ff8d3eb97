import { localModelRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { offeredServers } from "./model-servers.ts";

export function localModelRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, context, table, { listLocalModels: () => offeredServers(context.config) });
}
