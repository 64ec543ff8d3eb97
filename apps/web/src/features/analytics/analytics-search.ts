import { ANALYTICS_COLUMNS, ANALYTICS_GROUPS, ANALYTICS_OPERATIONS } from "@callwright/contract";
import { listOf, oneOf, searchOf, text, texts } from "../../kit/search-params.ts";

export type Operation = (typeof ANALYTICS_OPERATIONS)[number];
export type Column = (typeof ANALYTICS_COLUMNS)[number];
export type Group = (typeof ANALYTICS_GROUPS)[number];

/** A requested value: `avg:duration`. */
export type ValueName = `${Operation}:${Column}`;

export const RANGE_DAYS = { day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;
export type Range = keyof typeof RANGE_DAYS;

/** Steps that give a range at least one whole step, and no more than a chart shows. */
export const RANGE_STEPS = {
  day: ["hour", "day"],
  week: ["hour", "day", "week"],
  month: ["hour", "day", "week", "month"],
  quarter: ["day", "week", "month", "quarter"],
  year: ["day", "week", "month", "quarter", "year"],
} as const;
export type Step = (typeof RANGE_STEPS)[Range][number];

export const DEFAULT_RANGE: Range = "week";

/** The step of a range without one in the address. */
export function defaultStep(range: Range): Step {
  return range === "day" ? "hour" : "day";
}

/** Built-in dashboards. */
export const PRESETS = ["calls", "success", "cost", "latency", "tools"] as const;
export type Preset = (typeof PRESETS)[number];

export const DEFAULT_VALUES: readonly ValueName[] = ["count:id"];

/** A query in the address. Default of all fields: the number of calls on each of the last 7 days. */
const readQuery = searchOf({
  values: listOf(isValueName),
  groupBy: listOf(isGroup),
  variables: texts,
  range: oneOf(Object.keys(RANGE_DAYS) as Range[]),
  /** `none`: the range as a whole. */
  step: oneOf(["none", ...Object.values(RANGE_STEPS).flat()]),
  timezone: text,
});

export type AnalyticsSearch = ReturnType<typeof readQuery>;

/** The query, without a step that does not fit its range. */
export function analyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const { step, ...query } = readQuery(search);
  const fits = step === "none" || RANGE_STEPS[query.range ?? DEFAULT_RANGE].some((each) => each === step);
  return { ...query, ...(step && fits && { step }) };
}

const readDashboard = searchOf({ dashboard: text });

/**
 * The page's state in the address: a dashboard (a preset, the id of a saved one, or `query` for the builder) and the query. Without both,
 * the first preset.
 */
export function analyticsPageSearch(search: Record<string, unknown>) {
  return { ...analyticsSearch(search), ...readDashboard(search) };
}

function isGroup(text: string): text is Group {
  return ANALYTICS_GROUPS.some((each) => each === text);
}

function isValueName(text: string): text is ValueName {
  const { operation, column } = splitValue(text);
  const isKnown = ANALYTICS_OPERATIONS.some((each) => each === operation) && ANALYTICS_COLUMNS.some((each) => each === column);
  return isKnown && (column !== "id" || operation === "count");
}

/** A value with another operation. Calls are only counted: for any other operation the column becomes their duration. */
export function withOperation(value: ValueName, operation: Operation): ValueName {
  const { column } = splitValue(value);
  return `${operation}:${column === "id" && operation !== "count" ? "duration" : column}`;
}

/** A value with another column. */
export function withColumn(value: ValueName, column: Column): ValueName {
  return `${column === "id" ? "count" : splitValue(value).operation}:${column}`;
}

/** `avg:duration` → its two words. */
export function splitValue(name: string): { operation: Operation; column: Column } {
  const [operation, column] = name.split(":");
  return { operation: operation as Operation, column: column as Column };
}
