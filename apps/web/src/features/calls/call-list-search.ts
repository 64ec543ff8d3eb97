import { CALL_STATUSES, type CallPageQuery, type CallStatus } from "@callwright/contract";

/** Filters that are texts, by their names in the address. */
export const TEXT_FILTERS = [
  "assistant",
  "endedReason",
  "endedReasons",
  "success",
  "customerName",
  "customerNumber",
  "said",
  "failedTool",
] as const;
/** In US dollars. */
export const COST_FILTERS = ["costFrom", "costTo"] as const;
/** Of the response time, in milliseconds. */
export const WAIT_FILTERS = ["responseFrom"] as const;
/** ISO 8601. */
export const TIME_FILTERS = ["from", "until"] as const;

type FilterName = (typeof TEXT_FILTERS)[number] | (typeof TIME_FILTERS)[number];

/** Filters of the list, as in the address. `assistant` is the name of the assistant that answered. `endedReasons`: any of these. */
export type CallListFilter = { [Name in FilterName]?: string } & {
  [Name in (typeof COST_FILTERS)[number] | (typeof WAIT_FILTERS)[number]]?: number;
} & {
  status?: CallStatus;
};

/** The list's state in the address: filters and selected rows. */
export type CallListSearch = CallListFilter & { selected?: string[] };

export function callListSearch(search: Record<string, unknown>): CallListSearch {
  const status = CALL_STATUSES.find((each) => each === search.status);
  const selected = Array.isArray(search.selected) ? search.selected.filter((id) => typeof id === "string") : [];
  // The router parses digits and "true" as a number and a boolean.
  const texts = TEXT_FILTERS.filter(
    (name) => ["string", "number", "boolean"].includes(typeof search[name]) && search[name] !== "",
  );
  const numbers = [...COST_FILTERS, ...WAIT_FILTERS].filter((name) => typeof search[name] === "number");
  const times = TIME_FILTERS.filter((name) => !Number.isNaN(Date.parse(String(search[name]))));
  return {
    ...Object.fromEntries(texts.map((name) => [name, String(search[name])])),
    ...Object.fromEntries(numbers.map((name) => [name, search[name]])),
    ...Object.fromEntries(times.map((name) => [name, String(search[name])])),
    ...(status ? { status } : {}),
    ...(selected.length > 0 ? { selected } : {}),
  };
}

/** The filters as API parameters. */
export function callQueryOf(filter: CallListFilter) {
  const query = {
    assistantName: filter.assistant,
    status: filter.status,
    endedReason: filter.endedReason,
    endedReasonAny: filter.endedReasons,
    successEvaluation: filter.success,
    costGe: filter.costFrom,
    costLe: filter.costTo,
    responseMsGe: filter.responseFrom,
    failedTool: filter.failedTool,
    name: filter.customerName,
    number: filter.customerNumber,
    transcript: filter.said,
    createdAtGe: filter.from,
    createdAtLe: filter.until,
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as Partial<CallPageQuery>;
}
