import { z } from "zod";
import { JsonSchema } from "../wire/json-schema.ts";
import { objectList } from "../wire/objects.ts";

/** Extracts variables of the call from a conversation or a response. */
export const VariableExtractionPlan = z.strictObject({
  /** Each property becomes a variable. */
  schema: JsonSchema.optional(),
  aliases: objectList(100, {
    key: z
      .string()
      .min(1)
      .max(40)
      .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/, { error: "must start with a letter and may only have letters, digits and _" })
      .meta({ title: "Variable" }),
    value: z.string().max(10_000).meta({ description: "A Liquid template: {{ customer.name | upcase }}" }),
  }).optional(),
});
export type VariableExtractionPlan = z.infer<typeof VariableExtractionPlan>;
