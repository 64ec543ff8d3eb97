import { z } from "zod";
import { JsonSchema } from "../json-schema.ts";

/** What of a conversation or an answer becomes a variable of the call. */
export const VariableExtractionPlan = z.strictObject({
  /** Each of its properties becomes a variable. */
  schema: JsonSchema.optional(),
  aliases: z
    .array(
      z.strictObject({
        key: z
          .string()
          .min(1)
          .max(40)
          .regex(/^[a-zA-Z][a-zA-Z0-9_]*$/, { error: "must begin with a letter and have letters, digits and _ only" })
          .meta({ title: "Variable" }),
        value: z.string().max(10_000).meta({ description: "A Liquid template: {{ customer.name | upcase }}" }),
      }),
    )
    .max(100)
    .optional(),
});
export type VariableExtractionPlan = z.infer<typeof VariableExtractionPlan>;
