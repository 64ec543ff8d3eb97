import { CALL_STATUSES, type CallPageQuery } from "@callwright/contract";
import { listOf, oneOf, searchOf, texts, typed } from "../../kit/search-params.ts";

const amount = (value: unknown) => (typeof value === "number" ? value : undefined);
/** ISO 8601. */
const time = (value: unknown) => (Number.isNaN(Date.parse(String(value))) ? undefined : String(value));

/** Columns beside the customer, in their order. */
export const CALL_COLUMNS = [
  "assistant",
  "through",
  "started",
  "duration",
  "result",
  "ended",
  "success",
  "latency",
  "cost",
] as const;
export type CallColumn = (typeof CALL_COLUMNS)[number];

/** The columns that sort the list, with the sort key of the API. */
export const CALL_SORTS = { started: "createdAt", duration: "duration", latency: "responseMs", cost: "cost" } as const;
type SortColumn = keyof typeof CALL_SORTS;
const ORDERS = (Object.keys(CALL_SORTS) as SortColumn[]).flatMap((column) => [column, `-${column}`] as const);
/** The newest first. */
export const DEFAULT_ORDER = "-started";

/** The filters by their names in the address, each with how it is read and the parameter of the API. */
const FILTERS = {
  /** What was said, a name, a number or an id. */
  search: [typed, "mentions"],
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
/** A column, with `-` in front for descending. */
export type CallSorting = (typeof ORDERS)[number];
export type CallListQuery = CallListFilter & { sort?: CallSorting };

const isColumn = (each: string): each is CallColumn => CALL_COLUMNS.some((column) => column === each);

/** The list's state in the address: its tab, filters, order, columns and selected rows. */
export const callListSearch = searchOf({
  ...Object.fromEntries(Object.entries(FILTERS).map(([name, [read]]) => [name, read])),
  tab: oneOf(["live"]),
  sort: oneOf(ORDERS),
  columns: listOf(isColumn),
  selected: texts,
}) as (search: Record<string, unknown>) => CallListQuery & { tab?: "live"; columns?: CallColumn[]; selected?: string[] };

/** Filters and order as API parameters. */
export function callQueryOf({ sort = DEFAULT_ORDER, ...filter }: CallListQuery): Partial<CallPageQuery> {
  const given = Object.entries(filter) as [keyof Filters, unknown][];
  const query = Object.fromEntries(given.map(([name, value]) => [FILTERS[name][1], value])) as Partial<CallPageQuery>;
  if (sort === DEFAULT_ORDER) return query;
  const sortBy = CALL_SORTS[sort.replace("-", "") as SortColumn];
  return { ...query, sortBy, sortOrder: sort.startsWith("-") ? "DESC" : "ASC" };
}
