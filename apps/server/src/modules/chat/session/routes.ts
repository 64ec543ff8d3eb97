import { sessionRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import { createSession, deleteSession, getSession, listSessions, restoreSession, updateSession } from "./service.ts";

export function sessionRoutes(app: App, serverContext: ServerContext, messages: ServerMessages): void {
  const context = { ...serverContext, messages };
  registerRoutes(app, context, table, {
    createSession: ({ caller, body, log }) => createSession(context, caller, body, log),
    listSessions: ({ caller, query }) => listSessions(context, caller, query),
    getSession: ({ caller, params }) => getSession(context, caller, params.id),
    updateSession: ({ caller, params, body }) => updateSession(context, caller, params.id, body),
    deleteSession: ({ caller, params }) => deleteSession(context, caller, params.id),
    restoreSession: ({ caller, params }) => restoreSession(context, caller, params.id),
  });
}
