import { z } from "zod";
import { EntityFields } from "./entity.ts";
import { NAME_MAX_CHARACTERS } from "./limits.ts";
import { ListQuery } from "./list-query.ts";
import { patchOf } from "./patch-of.ts";
import { resourceRoutes } from "./resource-routes.ts";
import { defineRoutes } from "./route.ts";
import { TemplateProviderDetails } from "./template-provider-details.ts";
import { CreateTool } from "./tool/tool.ts";

export const TEMPLATE_VISIBILITIES = ["public", "private"] as const;
export const TEMPLATE_PROVIDERS = ["make", "gohighlevel", "function"] as const;

const TemplateFields = {
  type: z.literal("tool"),
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  /** Who sees it: everybody, or this organisation. */
  visibility: z.enum(TEMPLATE_VISIBILITIES).optional().meta({ default: "private" }),
  provider: z.enum(TEMPLATE_PROVIDERS).optional(),
  /** The tool it makes. */
  details: CreateTool.optional().meta({ title: "Tool" }),
  providerDetails: TemplateProviderDetails.optional(),
  metadata: z
    .strictObject({
      collectionType: z.string().max(1000).optional(),
      collectionId: z.string().max(1000).optional(),
      collectionName: z.string().max(1000).optional(),
    })
    .optional()
    .meta({ title: "Collection" }),
};

export const CreateTemplate = z.strictObject(TemplateFields);
export type CreateTemplate = z.infer<typeof CreateTemplate>;

/** Several at once; the answer is the last of them. */
export const CreateTemplates = z.array(CreateTemplate).min(1).max(100);
export type CreateTemplates = z.infer<typeof CreateTemplates>;

export const UpdateTemplate = patchOf(TemplateFields);
export type UpdateTemplate = z.infer<typeof UpdateTemplate>;

export const Template = z.looseObject({ ...EntityFields, ...TemplateFields });
export type Template = z.infer<typeof Template>;

export const TemplateQuery = z.object({
  ...ListQuery.shape,
  collectionId: z.string().max(1000).optional(),
  visibility: z.enum(TEMPLATE_VISIBILITIES).optional(),
  provider: z.enum(TEMPLATE_PROVIDERS).optional(),
});

export type TemplateQuery = z.infer<typeof TemplateQuery>;

export const templateRoutes = defineRoutes({
  ...resourceRoutes(
    {
      name: "Template",
      path: "/template",
      noun: "template",
      create: CreateTemplates,
      update: UpdateTemplate,
      entity: Template,
    },
    TemplateQuery,
  ),
  listPinnedTemplates: {
    method: "GET",
    path: "/template/pinned",
    scope: "private",
    role: "viewer",
    response: z.array(Template),
    status: 200,
    summary: "List the templates that everybody gets to see first",
  },
});
