import { z } from "zod";

const Delimiter = z.enum(["#", "*", ""]);

/** What the customer's keypad types. */
export const KeypadInputPlan = z.strictObject({
  enabled: z.boolean().meta({ default: false }).optional(),
  timeoutSeconds: z
    .number()
    .min(0)
    .max(10)
    .meta({ unit: "s", default: 2, description: "Silence of the keypad that ends an input." })
    .optional(),
  delimiters: z
    .union([Delimiter, z.array(Delimiter).max(3)])
    .meta({ description: "Keys that end an input." })
    .optional(),
});
export type KeypadInputPlan = z.infer<typeof KeypadInputPlan>;
