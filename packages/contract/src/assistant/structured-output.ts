import { z } from "zod";
import { NEEDS_PATTERN, StructuredOutputCore } from "../plan/structured-output-fields.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { PageQuery } from "../wire/list-query.ts";
import { describeRoutes } from "../wire/noun.ts";
import { patchOf } from "../wire/patch-of.ts";
import { pagedResourceRoutes } from "../wire/resource-routes.ts";
import { Model } from "./model.ts";
import { structuredOutputNoun } from "./structured-output-noun.ts";

const StructuredOutputFields = {
  ...StructuredOutputCore,
  /** The model that creates the output. Its messages replace the built-in prompt and can use `{{transcript}}` or `{{messages}}`. */
  model: Model.optional(),
  assistantIds: z
    .array(Id)
    .max(1000)
    .optional()
    .meta({ title: "Assistants", description: "Data is extracted from their calls." }),
  workflowIds: z.array(Id).max(1000).optional().meta({ title: "Workflows", description: "Data is extracted from their calls." }),
};

export const CreateStructuredOutput = z.strictObject(StructuredOutputFields).refine(NEEDS_PATTERN.check, NEEDS_PATTERN.params);
export type CreateStructuredOutput = z.infer<typeof CreateStructuredOutput>;

export const UpdateStructuredOutput = patchOf(StructuredOutputFields);
export type UpdateStructuredOutput = z.infer<typeof UpdateStructuredOutput>;

export const StructuredOutput = z.looseObject({ ...EntityFields, ...StructuredOutputFields });
export type StructuredOutput = z.infer<typeof StructuredOutput>;

export const StructuredOutputQuery = z.object({
  ...PageQuery.shape,
  id: Id.optional(),
  name: z.string().max(1000).optional(),
});
export type StructuredOutputQuery = z.infer<typeof StructuredOutputQuery>;

const plain = pagedResourceRoutes(
  structuredOutputNoun,
  {
    create: CreateStructuredOutput,
    update: UpdateStructuredOutput,
    entity: StructuredOutput,
  },
  StructuredOutputQuery,
);

export const structuredOutputRoutes = describeRoutes(structuredOutputNoun.addresses, {
  ...plain,
  updateStructuredOutput: {
    ...plain.updateStructuredOutput,
    /** `true` allows changing the schema's top-level `type`, so that earlier results no longer match. */
    query: z.object({ schemaOverride: z.enum(["true", "false"]).default("false") }),
  },
});
