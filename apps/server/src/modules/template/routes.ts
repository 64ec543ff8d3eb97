import { templateRoutes as table } from "@callwright/contract";
import type { App } from "../../platform/http/app.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import type { ServerContext } from "../../platform/platform.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
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
