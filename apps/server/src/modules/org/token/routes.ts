import { tokenRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import * as service from "./service.ts";

export function tokenRoutes(app: App, context: ServerContext): void {
  registerRoutes(app, context, table, {
    createToken: ({ caller, body }) => service.createToken(context, caller, body),
    listTokens: ({ caller, query }) => service.listTokens(context, caller, query),
    getToken: ({ caller, params }) => service.getToken(context, caller, params.id),
    updateToken: ({ caller, params, body }) => service.updateToken(context, caller, params.id, body),
    deleteToken: ({ caller, params }) => service.deleteToken(context, caller, params.id),
    restoreToken: ({ caller, params }) => service.restoreToken(context, caller, params.id),
  });
}
