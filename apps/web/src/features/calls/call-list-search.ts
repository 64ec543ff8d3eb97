import { CALL_STATUSES, type CallPageQuery } from "@callwright/contract";
import { oneOf, searchOf, texts, typed } from "../../kit/search-params.ts";

const amount = (value: unknown) => (typeof value === "number" ? value : undefined);
/** ISO 8601. */
const time = (value: unknown) => (Number.isNaN(Date.parse(String(value))) ? undefined : String(value));

/** The filters by their names in the address, each with how it is read and the parameter of the API. */
const FILTERS = {
  /** Name of the assistant that answered. */
  assistant: [typed, "assistantName"],
  status: [oneOf(CALL_STATUSES), "status"],
  endedReason: [typed, "endedReason"],
  /** Any of these. */
  endedReasons: [typed, "endedReasonAny"],
  success: [typed, "successEvaluation"],
  customerName: [typed, "name"],
  customerNumber: [typed, "number"],
  said: [typed, "transcript"],
  failedTool: [typed, "failedTool"],
  /** US dollars. */
  costFrom: [amount, "costGe"],
  costTo: [amount, "costLe"],
  /** Milliseconds. */
  responseFrom: [amount, "responseMsGe"],
  from: [time, "createdAtGe"],
  until: [time, "createdAtLe"],
} as const satisfies Record<string, readonly [unknown, keyof CallPageQuery]>;

type Filters = typeof FILTERS;

/** Filters of the list, as in the address. */
export type CallListFilter = { [Name in keyof Filters]?: NonNullable<ReturnType<Filters[Name][0]>> };

/** The list's state in the address: filters and selected rows. */
export const callListSearch = searchOf({
  ...Object.fromEntries(Object.entries(FILTERS).map(([name, [read]]) => [name, read])),
  selected: texts,
}) as (search: Record<string, unknown>) => CallListFilter & { selected?: string[] };

/** The filters as API parameters. */
export function callQueryOf(filter: CallListFilter): Partial<CallPageQuery> {
  const given = Object.entries(filter) as [keyof Filters, unknown][];
  return Object.fromEntries(given.map(([name, value]) => [FILTERS[name][1], value])) as Partial<CallPageQuery>;
}
