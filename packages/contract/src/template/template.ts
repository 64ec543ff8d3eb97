import { z } from "zod";
import { CreateAssistant } from "../assistant/assistant.ts";
import { InlineTool } from "../tool/tool.ts";
import { EntityFields } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { ListQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { patchOf } from "../wire/patch-of.ts";
import { resourceRoutes } from "../wire/resource-routes.ts";
import { templateNoun } from "./template-noun.ts";
import { TemplateProviderDetails } from "./template-provider-details.ts";

export const TEMPLATE_VISIBILITIES = ["public", "private"] as const;
export const TEMPLATE_PROVIDERS = ["make", "gohighlevel", "function"] as const;

const TemplateFields = {
  type: z.literal("tool"),
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  /** Visible to everybody or to this organization. */
  visibility: z.enum(TEMPLATE_VISIBILITIES).optional().meta({ default: "private" }),
  provider: z.enum(TEMPLATE_PROVIDERS).optional(),
  details: InlineTool.optional().meta({ title: "Tool", description: "The settings a new tool starts with." }),
  providerDetails: TemplateProviderDetails.optional().meta({
    title: "Setup",
    description: "Steps to do at the tool's service.",
  }),
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

/** Creates several templates and returns the last one. */
export const CreateTemplates = z.array(CreateTemplate).min(1).max(100);
export type CreateTemplates = z.infer<typeof CreateTemplates>;

export const UpdateTemplate = patchOf(TemplateFields);

export const Template = z.looseObject({
  ...EntityFields,
  ...TemplateFields,
  /** Assistant templates are built in. */
  type: z.enum(["tool", "assistant"]),
  description: z.string().optional(),
  /** For type `assistant`: the assistant that the template creates, without a name. */
  assistant: CreateAssistant.optional(),
});
export type Template = z.infer<typeof Template>;

export const TemplateQuery = z.object({
  ...ListQuery.shape,
  collectionId: z.string().max(1000).optional(),
  visibility: z.enum(TEMPLATE_VISIBILITIES).optional(),
  provider: z.enum(TEMPLATE_PROVIDERS).optional(),
});

export type TemplateQuery = z.infer<typeof TemplateQuery>;

export const templateRoutes = describeRoutes(templateNoun.addresses, {
  ...resourceRoutes(
    templateNoun,
    {
      create: CreateTemplates,
      update: UpdateTemplate,
      entity: Template,
    },
    TemplateQuery,
  ),
  listPinnedTemplates: {
    response: z.array(Template),
    summary: "List the public templates",
  },
});
