import { z } from "zod";
import { JsonSchema } from "../json-schema.ts";

/** A function as a model sees it, in the OpenAI form. */
export const FunctionDefinition = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[a-zA-Z0-9_-]+$/, { error: "must have letters, digits, _ and - only" }),
  description: z.string().max(10_000).meta({ description: "Tells the model when to call it." }).optional(),
  strict: z.boolean().meta({ default: false, description: "The model keeps to the parameters exactly." }).optional(),
  parameters: z
    .looseObject({
      type: z.literal("object"),
      properties: z.record(z.string().max(200), JsonSchema),
      required: z.array(z.string().max(200)).optional(),
    })
    .optional(),
});
export type FunctionDefinition = z.infer<typeof FunctionDefinition>;
