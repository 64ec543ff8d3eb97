import { z } from "zod";
import { AssistantOverrides } from "./assistant.ts";
import { hasDialableNumber, NOT_DIALABLE } from "./e164.ts";
import { NAME_MAX_CHARACTERS } from "./limits.ts";

const Short = z.string().max(NAME_MAX_CHARACTERS);

/** What a list of calls or sessions can be filtered by. */
export const CustomerFields = {
  number: z.string().min(3).max(40).optional(),
  /** False: the number need not be in E.164 form (`+14155550123`). */
  numberE164CheckEnabled: z.boolean().optional().meta({ title: "Must be E.164", default: true }),
  /** Dialled once the call is answered. */
  extension: z.string().max(10).optional(),
  sipUri: z.string().max(1000).optional().meta({ title: "SIP address" }),
  name: Short.optional(),
  email: Short.optional(),
  /** Of the caller's own system. */
  externalId: Short.optional(),
};

/** Whom a call, a session or a campaign is with. */
export const Customer = z
  .strictObject({
    ...CustomerFields,
    assistantOverrides: AssistantOverrides.optional(),
    /** Of each member of a squad. */
    squadOverrides: AssistantOverrides.optional(),
  })
  .refine(hasDialableNumber, NOT_DIALABLE);
export type Customer = z.infer<typeof Customer>;

const { name: _name, numberE164CheckEnabled: _check, ...flat } = CustomerFields;

/** The customer's fields, one by one: the older form of `customer`. Without the name, for a session has one of its own. */
export const FlatCustomerFilter = {
  ...flat,
  /** How a number is written says nothing about whom it is of: without effect. */
  numberE164CheckEnabled: z.enum(["true", "false"]).optional(),
};

/** A part of what a customer is; all that is given must be equal. */
export const CustomerFilter = z.looseObject({ ...CustomerFields, number: Short.optional() });
export type CustomerFilter = z.infer<typeof CustomerFilter>;

/** Its `variableValues` must be among those that a call or a session has. */
export const OverridesFilter = z.looseObject({ variableValues: z.record(z.string(), z.unknown()).optional() });
