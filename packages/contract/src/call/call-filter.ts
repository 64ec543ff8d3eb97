import { z } from "zod";
import { CustomerFields, CustomerFilter, FlatCustomerFilter, OverridesFilter } from "../phone/customer.ts";
import { Id } from "../wire/entity.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { CommaSeparated, jsonParameter, repeatable } from "../wire/query-value.ts";
import { CALL_TYPES } from "./call.ts";
import { CALL_STATUSES } from "./call-status.ts";

const Amount = z.coerce.number();
const Operand = z.string().max(1000).optional();

/** Compares values as numbers if both are numbers, otherwise as text. All conditions must be met. */
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

/** Filters of a list of calls. All must match. */
export const CallFilter = z.object({
  id: Id.optional(),
  idAny: repeatable(Id).optional(),
  /** Callwright only. */
  type: z.enum(CALL_TYPES).optional(),
  /** Callwright only. */
  status: z.enum(CALL_STATUSES).optional(),
  assistantId: Id.optional(),
  assistantIdAny: CommaSeparated.optional(),
  /** The exact name, case-insensitive. Includes inline assistants. */
  assistantName: z.string().max(NAME_MAX_CHARACTERS).optional(),
  squadId: Id.optional(),
  squadIdAny: CommaSeparated.optional(),
  /** The exact name, case-insensitive. */
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
  /** The call's response time in milliseconds: the median wait of its turns. Callwright only. */
  responseMsGe: Amount.optional(),
  /** Name of a tool that failed in the call. Callwright only. */
  failedTool: z.string().max(1000).optional(),
  /** Part of the transcript, case-insensitive. */
  transcript: z.string().max(1000).optional(),
  /** Part of the transcript, of a name or of a number, or the beginning of the id; case-insensitive. Callwright only. */
  mentions: z.string().max(1000).optional(),
  customer: jsonParameter(CustomerFilter).optional(),
  customerNumberAny: CommaSeparated.optional(),
  ...FlatCustomerFilter,
  name: CustomerFields.name,
  assistantOverrides: jsonParameter(OverridesFilter).optional(),
  /** By the structured output's id. */
  structuredOutputs: jsonParameter(z.record(z.string(), ValueFilter)).optional(),
  /** By scorecard id. */
  score: jsonParameter(ValueFilter).optional(),
});
export type CallFilter = z.infer<typeof CallFilter>;
