import {
  CreateTemplate,
  type CreateTemplates,
  PlatformError,
  type Template,
  type TemplateQuery,
  templateRoutes,
} from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { registerRoutes } from "../../platform/http/register-routes.ts";
import { defineModule } from "../../platform/modules/module.ts";
import { resourceHandlers } from "../../platform/resource-kit/resource-handlers.ts";
import { createResourceService, type ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { PINNED_TEMPLATES } from "./pinned-templates.ts";
import * as tables from "./tables.ts";

/**
 * Tools to start from. A template belongs to its organization, whatever its visibility says. Templates that come with the server are for
 * everybody.
 */
const templates = createResourceService<CreateTemplate, Template>({
  noun: "Template",
  table: tables.template,
  schema: CreateTemplate,
});

export const template = defineModule({
  name: "template",
  routes: (app, { platform }) =>
    registerRoutes(app, platform, templateRoutes, {
      ...resourceHandlers("Template", platform, templates, templateFilters),
      createTemplate: ({ caller, body }) => createTemplates(platform, caller, body),
      listPinnedTemplates: async () => [...PINNED_TEMPLATES],
      getTemplate: async ({ caller, params: { id } }) => findPinned(id) ?? templates.get(platform, caller, id),
      updateTemplate: async ({ caller, params, body }) => templates.update(platform, caller, requireOwn(params.id), body),
      deleteTemplate: async ({ caller, params }) => templates.remove(platform, caller, requireOwn(params.id)),
    }),
});

/** All or none. Answers the last. */
async function createTemplates(context: ResourceContext, caller: OrgCaller, bodies: CreateTemplates): Promise<Template> {
  return context.db.transaction(async (db) => {
    let last: Template | undefined;
    for (const body of bodies) last = await templates.create({ ...context, db }, caller, body);
    if (!last) throw new Error("a body without templates was let through");
    return last;
  });
}

const findPinned = (id: string): Template | undefined => PINNED_TEMPLATES.find((each) => each.id === id);

/** Fails with `template-public` for a template of the server. */
function requireOwn(id: string): string {
  if (findPinned(id)) throw new PlatformError("template-public");
  return id;
}

function templateFilters({ collectionId, visibility, provider }: TemplateQuery): SQL[] {
  const { config } = tables.template;
  return [
    ...(collectionId === undefined ? [] : [sql`${config} -> 'metadata' ->> 'collectionId' = ${collectionId}`]),
    ...(visibility === undefined ? [] : [sql`coalesce(${config} ->> 'visibility', 'private') = ${visibility}`]),
    ...(provider === undefined ? [] : [sql`${config} ->> 'provider' = ${provider}`]),
  ];
}
