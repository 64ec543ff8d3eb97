import { knowledgeBaseRoutes as table } from "@callwright/contract";
import type { App } from "../../../platform/http/app.ts";
import { registerRoutes } from "../../../platform/http/register-routes.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { resourceHandlers } from "../../../platform/resource-kit/resource-handlers.ts";
import type { AddReading } from "../search/unread.ts";
import { knowledgeBases, readWebsites, searchKnowledgeBase } from "./service.ts";

export function knowledgeBaseRoutes(app: App, server: ServerContext, addWebsiteReading: AddReading): void {
  const context = { ...server, addWebsiteReading };
  registerRoutes(app, server, table, {
    ...resourceHandlers("KnowledgeBase", context, knowledgeBases),
    readWebsites: ({ caller, params }) => readWebsites(context, caller, params.id),
    searchKnowledgeBase: ({ caller, params, body }) => searchKnowledgeBase(context, caller, params.id, body),
  });
}
