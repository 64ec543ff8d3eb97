import { CreateTemplate, type CreateTemplates, PlatformError, type Template, type TemplateQuery } from "@callwright/contract";
import { type SQL, sql } from "drizzle-orm";
import type { OrgCaller } from "../../platform/http/caller.ts";
import { createResourceService, type ResourceContext } from "../../platform/resource-kit/resource-service.ts";
import { PINNED_TEMPLATES } from "./pinned-templates.ts";
import { template } from "./tables.ts";

/** Tools to start from. On this server a template is its organization's, whatever its visibility says; those that come with the server are everybody's. */
export const templates = createResourceService<CreateTemplate, Template>({
  noun: "Template",
  table: template,
  schema: CreateTemplate,
});

/** All or none; answers the last. */
export async function createTemplates(context: ResourceContext, caller: OrgCaller, bodies: CreateTemplates): Promise<Template> {
  return context.db.transaction(async (db) => {
    let last: Template | undefined;
    for (const body of bodies) last = await templates.create({ ...context, db }, caller, body);
    if (!last) throw new Error("a body without templates was let through");
    return last;
  });
}

export const findPinned = (id: string): Template | undefined => PINNED_TEMPLATES.find((each) => each.id === id);

/** Fails with `template-public` for those that come with the server. */
export function requireOwn(id: string): string {
  if (findPinned(id)) throw new PlatformError("template-public");
  return id;
}

export function templateFilters({ collectionId, visibility, provider }: TemplateQuery): SQL[] {
  const { config } = template;
  return [
    ...(collectionId === undefined ? [] : [sql`${config} -> 'metadata' ->> 'collectionId' = ${collectionId}`]),
    ...(visibility === undefined ? [] : [sql`coalesce(${config} ->> 'visibility', 'private') = ${visibility}`]),
    ...(provider === undefined ? [] : [sql`${config} ->> 'provider' = ${provider}`]),
  ];
}
