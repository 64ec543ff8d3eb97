import { savedViewRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import * as service from "./service.ts";

export function savedViewRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, context, table, {
    listSavedViews: ({ caller, query }) => service.listSavedViews(context, caller, query.screen),
    createSavedView: ({ caller, body }) => service.createSavedView(context, caller, body),
    getSavedView: ({ caller, params }) => service.getSavedView(context, caller, params.id),
    updateSavedView: ({ caller, params, body }) => service.updateSavedView(context, caller, params.id, body),
    deleteSavedView: ({ caller, params }) => service.deleteSavedView(context, caller, params.id),
  });
}
