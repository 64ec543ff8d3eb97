import { z } from "zod";
import { PLAN_DEFAULTS } from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";

const Delimiter = z.enum(["#", "*", ""]);

/** How keypad input is read. */
export const KeypadInputPlan = optionalFields({
  enabled: z.boolean().meta({ default: false }),
  timeoutSeconds: z.number().min(0).max(10).meta({
    unit: "s",
    default: PLAN_DEFAULTS.keypadInput.timeoutSeconds,
    description: "A pause this long ends the input. With 0 a delimiter does, or each key is an input where there is none.",
  }),
  delimiters: z.union([Delimiter, z.array(Delimiter).max(3)]).meta({ description: "Keys that end the input." }),
});
export type KeypadInputPlan = z.infer<typeof KeypadInputPlan>;
