import { credentialRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { resourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { credentials } from "./service.ts";

export function credentialRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, table, resourceHandlers("Credential", context, credentials), context);
}
