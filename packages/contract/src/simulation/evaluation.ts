import { z } from "zod";
import { CreateStructuredOutput } from "../assistant/structured-output.ts";
import { COMPARATORS } from "../plan/comparator.ts";
import { Id } from "../wire/entity.ts";
import { JsonSchema } from "../wire/json-schema.ts";
import { exactlyOneOf } from "../wire/one-of.ts";

const EvaluationFields = {
  structuredOutputId: Id.optional().meta({ title: "Structured output" }),
  structuredOutput: CreateStructuredOutput.optional().meta({ title: "Inline structured output" }),
  path: z.string().min(1).max(1000).optional().meta({
    description: "Names with dots between, from an object to one of its texts, numbers or booleans: contact.auth_started",
  }),
  comparator: z.enum(COMPARATORS),
  value: z
    .union([z.number(), z.string().max(10_000), z.boolean()])
    .meta({ description: "What is expected, in the type of the schema." }),
  required: z.boolean().optional().meta({ default: true, description: "Without it, the result is for information only." }),
};

type Comparison = Pick<z.infer<z.ZodObject<typeof EvaluationFields>>, "path" | "comparator" | "value">;

/** A field of an evaluation that cannot be used, and what to write instead. */
export interface EvaluationProblem {
  field: keyof Comparison;
  /** A sentence without its subject. */
  message: string;
}

/** Why this comparison cannot be made of results of the schema. Undefined: it can. */
export function evaluationProblem(schema: JsonSchema, { path, comparator, value }: Comparison): EvaluationProblem | undefined {
  const leaf = leafOf(schema, path);
  if (typeof leaf === "string") return { field: "path", message: leaf };
  const { type } = leaf;
  const isNumber = type === "number" || type === "integer";
  if (!isNumber && comparator !== "=" && comparator !== "!=")
    return { field: "comparator", message: `must be = or !=, because the schema's type is ${type}` };
  const wanted = isNumber ? "number" : type;
  if (typeof value === wanted) return undefined;
  return { field: "value", message: `must be a ${wanted}, because the schema's type is ${type}` };
}

/** The schema at the end of the path, or why there is none that can be compared. */
function leafOf(schema: JsonSchema, path: string | undefined): JsonSchema | string {
  let leaf = schema;
  for (const name of path?.split(".") ?? []) {
    const { properties = {} } = leaf;
    const next = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!next) return fieldMissing(leaf, name);
    leaf = next;
  }
  if (leaf.type !== "object" && leaf.type !== "array") return leaf;
  return path === undefined
    ? `must lead to a text, a number or a boolean, because the schema's type is ${leaf.type}: add a path`
    : `must lead to a text, a number or a boolean; the schema has an ${leaf.type} there`;
}

function fieldMissing({ type, properties = {} }: JsonSchema, name: string): string {
  if (type !== "object") return `must end before '${name}', because the schema's type there is ${type}`;
  const names = Object.keys(properties);
  const known = names.length > 0 ? `its fields are ${names.join(", ")}` : "it has no fields";
  return `must lead to a field of the schema; '${name}' is none, ${known}`;
}

/** The expected result of a structured output, as the hosted provider's simulations have it. */
export const EvaluationPlanItem = z
  .strictObject(EvaluationFields)
  .refine(...exactlyOneOf("structuredOutputId", "structuredOutput"))
  .superRefine((item, context) => {
    const { structuredOutput: inline } = item;
    if (!inline) return;
    const problem = evaluationProblem(inline.schema, item);
    if (problem) context.addIssue({ code: "custom", path: [problem.field], message: problem.message });
    for (const field of ["assistantIds", "workflowIds"] as const)
      if ((inline[field]?.length ?? 0) > 0)
        context.addIssue({
          code: "custom",
          path: ["structuredOutput", field],
          message: "has no effect in an evaluation: remove it, or create the structured output and give its structuredOutputId",
        });
  })
  .meta({
    examples: [{ structuredOutput: { name: "Booked", schema: { type: "boolean" } }, comparator: "=", value: true }],
  });
export type EvaluationPlanItem = z.infer<typeof EvaluationPlanItem>;

/** The id of an inline structured output in a result. */
export const INLINE_OUTPUT = "inline";

/** The result of an evaluation. */
export const EvaluationResult = z.looseObject({
  /** `inline` for an inline structured output. */
  structuredOutputId: z.string(),
  name: z.string(),
  path: z.string().optional(),
  description: z.string().optional(),
  schema: JsonSchema.optional(),
  /** Null if it could not be extracted: `error` says why. */
  extractedValue: z.union([z.number(), z.string(), z.boolean(), z.null()]),
  expectedValue: z.union([z.number(), z.string(), z.boolean()]),
  comparator: z.enum(COMPARATORS),
  passed: z.boolean(),
  required: z.boolean(),
  error: z.string().optional(),
  isSkipped: z.boolean().optional(),
  skipReason: z.string().optional(),
});
export type EvaluationResult = z.infer<typeof EvaluationResult>;
