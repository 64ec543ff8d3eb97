import { z } from "zod";
import { JsonSchema } from "../wire/json-schema.ts";

/** A function as the model sees it, in the OpenAI format. */
export const FunctionDefinition = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[a-zA-Z0-9_-]+$/, { error: "may only have letters, digits, _ and -" }),
  description: z.string().max(10_000).meta({ description: "Tells the model when to call it." }).optional(),
  strict: z.boolean().meta({ default: false, description: "The model must match the parameters exactly." }).optional(),
  parameters: z
    .looseObject({
      type: z.literal("object"),
      properties: z.record(z.string().max(200), JsonSchema),
      required: z.array(z.string().max(200)).optional(),
    })
    .optional(),
});
export type FunctionDefinition = z.infer<typeof FunctionDefinition>;
