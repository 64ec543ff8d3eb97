import { templateRoutes as table } from "@callwright/contract";
import type { App } from "../../http/app.ts";
import { registerRoutes } from "../../http/register-routes.ts";
import { resourceHandlers } from "../../resource-kit/resource-handlers.ts";
import type { ServerContext } from "../../server-context.ts";
import { PINNED_TEMPLATES } from "./pinned-templates.ts";
import { createTemplates, findPinned, requireOwn, templateFilters, templates } from "./service.ts";

export function templateRoutes(app: App, context: ServerContext): void {
  registerRoutes(
    app,
    table,
    {
      ...resourceHandlers("Template", context, templates, templateFilters),
      createTemplate: ({ caller, body }) => createTemplates(context, caller, body),
      listPinnedTemplates: async () => [...PINNED_TEMPLATES],
      getTemplate: async ({ caller, params: { id } }) => findPinned(id) ?? templates.get(context, caller, id),
      updateTemplate: async ({ caller, params, body }) => templates.update(context, caller, requireOwn(params.id), body),
      deleteTemplate: async ({ caller, params }) => templates.remove(context, caller, requireOwn(params.id)),
    },
    context,
  );
}
