import { z } from "zod";
import { JsonSchema } from "../wire/json-schema.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";

/** A condition for creating an output. */
export const OutputCondition = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("minMessages"), count: z.number().int().min(0) }),
  z.strictObject({ type: z.literal("minCallDuration"), seconds: z.number().min(0) }),
  z.strictObject({
    type: z.literal("endedReason"),
    operator: z.enum(["oneOf", "notOneOf"]),
    values: z.array(z.string().min(1).max(1000)).min(1).max(1000),
  }),
]);
export type OutputCondition = z.infer<typeof OutputCondition>;

/** The common fields of stored and inline structured outputs. */
export const StructuredOutputCore = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS),
  /** A model, or a pattern that is searched in the transcript. */
  type: z.enum(["ai", "regex"]).optional().meta({ default: "ai" }),
  /** For `type: "regex"`: a pattern in RE2 syntax, plain (`\d+`) or with flags (`/\d+/gi`). */
  regex: z.string().min(1).max(1000).optional().meta({ title: "Pattern" }),
  schema: JsonSchema.meta({ description: "JSON Schema. Descriptions tell the model what to extract." }),
  /** Describes the output to the model. */
  description: z.string().max(10_000).optional(),
  compliancePlan: z.strictObject({ forceStoreOnHipaaEnabled: z.boolean().optional().meta({ default: false }) }).optional(),
  conditions: z
    .array(OutputCondition)
    .max(100)
    .nullable()
    .optional()
    .meta({ description: "Data is extracted only if all conditions hold." }),
};

/** Refines an output: a pattern belongs to the type `regex`. */
export const NEEDS_PATTERN = {
  check: ({ type, regex }: { type?: "ai" | "regex" | undefined; regex?: string | undefined }) =>
    type !== "regex" || regex !== undefined,
  params: { path: ["regex"], error: "is required for type regex" },
};

/** A structured output of one assistant or workflow alone. */
export const InlineStructuredOutput = z
  .strictObject({
    ...StructuredOutputCore,
    /** The model that creates the output. Default: that of the assistant. */
    model: z.looseObject({ provider: z.string().min(1).max(100), model: z.string().min(1).max(1000) }).optional(),
  })
  .refine(NEEDS_PATTERN.check, NEEDS_PATTERN.params);
