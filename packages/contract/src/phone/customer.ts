import { z } from "zod";
import { AssistantOverrides } from "../assistant/assistant.ts";
import { CustomerExtension, hasPressableExtension, NOT_PRESSABLE } from "../tool/extension.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";

const Short = z.string().max(NAME_MAX_CHARACTERS);

const E164 = /^\+[1-9]\d{1,14}$/;
const DIALABLE = /^\+?[a-zA-Z0-9]+$/;

/** Checks for E.164, unless `numberE164CheckEnabled` is false. */
function hasDialableNumber(given: { number?: string | undefined; numberE164CheckEnabled?: boolean | undefined }): boolean {
  if (given.number === undefined) return true;
  return (given.numberE164CheckEnabled === false ? DIALABLE : E164).test(given.number);
}

const NOT_DIALABLE = {
  path: ["number"],
  error: "must be an E.164 number like +14155550123, or set numberE164CheckEnabled to false and use letters and digits only",
};

/** Filters of a list of calls or sessions by customer. */
export const CustomerFields = {
  number: z.string().min(3).max(40).optional(),
  /** False: the number need not be E.164 (`+14155550123`). */
  numberE164CheckEnabled: z.boolean().optional().meta({ title: "Must be E.164", default: true }),
  /** Keys that are pressed when the call is answered, before the assistant speaks. `w`, `p` and `,` are pauses of half a second, `W` of one. */
  extension: CustomerExtension.optional(),
  sipUri: z.string().max(1000).optional().meta({ title: "SIP address" }),
  name: Short.optional(),
  email: Short.optional(),
  /** The id in your own system. */
  externalId: Short.optional(),
};

/** The other party of a call, session or campaign. */
export const Customer = z
  .strictObject({
    ...CustomerFields,
    assistantOverrides: AssistantOverrides.optional(),
    /** For each member of a squad. */
    squadOverrides: AssistantOverrides.optional(),
  })
  .refine(hasDialableNumber, NOT_DIALABLE)
  .refine(hasPressableExtension, NOT_PRESSABLE);
export type Customer = z.infer<typeof Customer>;

const { name: _name, numberE164CheckEnabled: _check, ...flat } = CustomerFields;

/** The customer's single fields, an older form of `customer`. Without `name`, because a session has its own. */
export const FlatCustomerFilter = {
  ...flat,
  /** No effect in a filter. */
  numberE164CheckEnabled: z.enum(["true", "false"]).optional(),
};

/** A partial customer. All given fields must be equal. */
export const CustomerFilter = z.looseObject({ ...CustomerFields, number: Short.optional() });
export type CustomerFilter = z.infer<typeof CustomerFilter>;

/** A call or session must have these `variableValues`. */
export const OverridesFilter = z.looseObject({ variableValues: z.record(z.string(), z.unknown()).optional() });
