import { CALL_STATUSES, type CallPageQuery } from "@callwright/contract";

/** How a filter is read from the address. The router parses digits and "true" as a number and a boolean. */
const READERS = {
  text: (value: unknown) => (["string", "number", "boolean"].includes(typeof value) && value !== "" ? String(value) : undefined),
  number: (value: unknown) => (typeof value === "number" ? value : undefined),
  /** ISO 8601. */
  time: (value: unknown) => (Number.isNaN(Date.parse(String(value))) ? undefined : String(value)),
  status: (value: unknown) => CALL_STATUSES.find((each) => each === value),
};

/** The filters by their names in the address, each with the parameter of the API. */
const FILTERS = {
  /** Name of the assistant that answered. */
  assistant: ["text", "assistantName"],
  status: ["status", "status"],
  endedReason: ["text", "endedReason"],
  /** Any of these. */
  endedReasons: ["text", "endedReasonAny"],
  success: ["text", "successEvaluation"],
  customerName: ["text", "name"],
  customerNumber: ["text", "number"],
  said: ["text", "transcript"],
  failedTool: ["text", "failedTool"],
  /** US dollars. */
  costFrom: ["number", "costGe"],
  costTo: ["number", "costLe"],
  /** Milliseconds. */
  responseFrom: ["number", "responseMsGe"],
  from: ["time", "createdAtGe"],
  until: ["time", "createdAtLe"],
} as const satisfies Record<string, readonly [keyof typeof READERS, keyof CallPageQuery]>;

type FilterName = keyof typeof FILTERS;
type ValueOf<Name extends FilterName> = NonNullable<ReturnType<(typeof READERS)[(typeof FILTERS)[Name][0]]>>;

/** Filters of the list, as in the address. */
export type CallListFilter = { [Name in FilterName]?: ValueOf<Name> };

/** The list's state in the address: filters and selected rows. */
export type CallListSearch = CallListFilter & { selected?: string[] };

export function callListSearch(search: Record<string, unknown>): CallListSearch {
  const filters = Object.entries(FILTERS)
    .map(([name, [kind]]) => [name, READERS[kind](search[name])] as const)
    .filter(([, value]) => value !== undefined);
  const selected = Array.isArray(search.selected) ? search.selected.filter((id) => typeof id === "string") : [];
  return { ...(Object.fromEntries(filters) as CallListFilter), ...(selected.length > 0 && { selected }) };
}

/** The filters as API parameters. */
export function callQueryOf(filter: CallListFilter): Partial<CallPageQuery> {
  const given = Object.entries(filter) as [FilterName, unknown][];
  return Object.fromEntries(given.map(([name, value]) => [FILTERS[name][1], value])) as Partial<CallPageQuery>;
}
