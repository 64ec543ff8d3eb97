import { auditRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { listAuditEvents } from "./service.ts";

export function auditRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    table,
    { listAuditEvents: ({ caller, params, query }) => listAuditEvents(context, caller, params.id, query) },
    context,
  );
}
