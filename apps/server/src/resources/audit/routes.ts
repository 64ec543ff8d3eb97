import { auditRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import type { ServerContext } from "../../server-context.ts";
import { listAuditEvents } from "./service.ts";

export function auditRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    table,
    { listAuditEvents: ({ caller, params, query }) => listAuditEvents(context, caller, params.id, query) },
    context,
  );
}
