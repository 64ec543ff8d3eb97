import { z } from "zod";
import { EntityFields, Id } from "../wire/entity.ts";
import { JsonSchema } from "../wire/json-schema.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { patchOf } from "../wire/patch-of.ts";
import { pagedResourceRoutes } from "../wire/resource-routes.ts";
import { defineRoutes } from "../wire/route.ts";
import { Model } from "./model.ts";

/** A condition for creating the output. */
const Condition = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("minMessages"), count: z.number().int().min(0) }),
  z.strictObject({ type: z.literal("minCallDuration"), seconds: z.number().min(0) }),
  z.strictObject({
    type: z.literal("endedReason"),
    operator: z.enum(["oneOf", "notOneOf"]),
    values: z.array(z.string().min(1).max(1000)).min(1).max(1000),
  }),
]);

const StructuredOutputFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS),
  /** A model, or a pattern that is searched in the transcript. */
  type: z.enum(["ai", "regex"]).optional().meta({ default: "ai" }),
  /** For `type: "regex"`: a pattern in RE2 syntax, plain (`\d+`) or with flags (`/\d+/gi`). */
  regex: z.string().min(1).max(1000).optional().meta({ title: "Pattern" }),
  schema: JsonSchema,
  /** Describes the output to the model. */
  description: z.string().max(10_000).optional(),
  /** The model that creates the output. Its messages replace the built-in prompt and can use `{{transcript}}` or `{{messages}}`. */
  model: Model.optional(),
  compliancePlan: z.strictObject({ forceStoreOnHipaaEnabled: z.boolean().optional().meta({ default: false }) }).optional(),
  /** All must be met. */
  conditions: z.array(Condition).max(100).nullable().optional(),
  assistantIds: z.array(Id).max(1000).optional().meta({ title: "Assistants" }),
  workflowIds: z.array(Id).max(1000).optional().meta({ title: "Workflows" }),
};

export const CreateStructuredOutput = z
  .strictObject(StructuredOutputFields)
  .refine(({ type, regex }) => type !== "regex" || regex !== undefined, {
    path: ["regex"],
    error: "is required for type regex",
  });
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
  {
    name: "StructuredOutput",
    path: "/structured-output",
    noun: "structured output",
    create: CreateStructuredOutput,
    update: UpdateStructuredOutput,
    entity: StructuredOutput,
  },
  StructuredOutputQuery,
);

export const structuredOutputRoutes = defineRoutes({
  ...plain,
  updateStructuredOutput: {
    ...plain.updateStructuredOutput,
    /** `true` allows changing the schema's top-level `type`, so that earlier results no longer match. */
    query: z.object({ schemaOverride: z.enum(["true", "false"]).default("false") }),
  },
});
