import { z } from "zod";
import { CALL_TYPES } from "./call.ts";
import { CALL_STATUSES } from "./call-status.ts";
import { CustomerFields, CustomerFilter, FlatCustomerFilter, OverridesFilter } from "./customer.ts";
import { Id } from "./entity.ts";
import { NAME_MAX_CHARACTERS } from "./limits.ts";
import { CommaSeparated, jsonParameter, repeatable } from "./query-value.ts";

const Amount = z.coerce.number();
const Operand = z.string().max(1000).optional();

/** Compares a value: as numbers where both are, as texts otherwise. All that is given must hold. */
export const ValueFilter = z.strictObject({
  eq: Operand,
  neq: Operand,
  gt: Operand,
  gte: Operand,
  lt: Operand,
  lte: Operand,
  contains: Operand,
  notContains: Operand,
});
export type ValueFilter = z.infer<typeof ValueFilter>;

/** Which calls a list holds. All that is given must hold. */
export const CallFilter = z.object({
  id: Id.optional(),
  idAny: repeatable(Id).optional(),
  /** Ours. */
  type: z.enum(CALL_TYPES).optional(),
  /** Ours. */
  status: z.enum(CALL_STATUSES).optional(),
  assistantId: Id.optional(),
  assistantIdAny: CommaSeparated.optional(),
  /** Whole, in any case; also of inline assistants. */
  assistantName: z.string().max(NAME_MAX_CHARACTERS).optional(),
  squadId: Id.optional(),
  squadIdAny: CommaSeparated.optional(),
  /** Whole, in any case. */
  squadName: z.string().max(1000).optional(),
  phoneNumberId: Id.optional(),
  phoneNumberIdAny: repeatable(Id).optional(),
  endedReason: z.string().max(1000).optional(),
  endedReasonAny: CommaSeparated.optional(),
  successEvaluation: z.string().max(1000).optional(),
  /** US dollars. */
  cost: Amount.optional(),
  costLe: Amount.optional(),
  costGe: Amount.optional(),
  /** Part of what was said, in any case. */
  transcript: z.string().max(1000).optional(),
  customer: jsonParameter(CustomerFilter).optional(),
  customerNumberAny: CommaSeparated.optional(),
  ...FlatCustomerFilter,
  name: CustomerFields.name,
  assistantOverrides: jsonParameter(OverridesFilter).optional(),
  /** By the structured output's id. */
  structuredOutputs: jsonParameter(z.record(z.string(), ValueFilter)).optional(),
  /** Of scorecards. */
  score: jsonParameter(ValueFilter).optional(),
});
export type CallFilter = z.infer<typeof CallFilter>;
