import { knowledgeBaseRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { resourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { knowledgeBases, searchKnowledgeBase } from "./service.ts";

export function knowledgeBaseRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    table,
    {
      ...resourceHandlers("KnowledgeBase", context, knowledgeBases),
      searchKnowledgeBase: ({ caller, params, body }) => searchKnowledgeBase(context, caller, params.id, body),
    },
    context,
  );
}
