import {
  ANALYTICS_COLUMNS,
  ANALYTICS_GROUPS,
  ANALYTICS_OPERATIONS,
  ANALYTICS_STEPS,
  ANALYTICS_TABLES,
} from "@callwright/contract";

export type Operation = (typeof ANALYTICS_OPERATIONS)[number];
export type Column = (typeof ANALYTICS_COLUMNS)[number];
export type Group = (typeof ANALYTICS_GROUPS)[number];
export type Step = (typeof ANALYTICS_STEPS)[number];
export type Table = (typeof ANALYTICS_TABLES)[number];

/** A value that is asked for: `avg:duration`. */
export type ValueName = `${Operation}:${Column}`;

export const RANGE_DAYS = { day: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;
export type Range = keyof typeof RANGE_DAYS;

/** A query in the address. What is absent has its default: the number of calls of each of the last 7 days. */
export interface AnalyticsSearch {
  table?: Table;
  values?: ValueName[];
  groupBy?: Group[];
  variables?: string[];
  range?: Range;
  /** `none`: the range as a whole. */
  step?: Step | "none";
  timezone?: string;
}

export const DEFAULT_VALUES: readonly ValueName[] = ["count:id"];

export function analyticsSearch(search: Record<string, unknown>): AnalyticsSearch {
  const table = ANALYTICS_TABLES.find((each) => each === search.table);
  const values = textsOf(search.values).filter(isValueName);
  const groupBy = ANALYTICS_GROUPS.filter((each) => textsOf(search.groupBy).includes(each));
  const variables = textsOf(search.variables).filter((name) => name !== "");
  const range = (Object.keys(RANGE_DAYS) as Range[]).find((each) => each === search.range);
  const step = [...ANALYTICS_STEPS, "none" as const].find((each) => each === search.step);
  const { timezone } = search;
  return {
    ...(table ? { table } : {}),
    ...(values.length > 0 ? { values } : {}),
    ...(groupBy.length > 0 ? { groupBy } : {}),
    ...(variables.length > 0 ? { variables } : {}),
    ...(range ? { range } : {}),
    ...(step ? { step } : {}),
    ...(typeof timezone === "string" ? { timezone } : {}),
  };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function isValueName(text: string): text is ValueName {
  const { operation, column } = splitValue(text);
  return ANALYTICS_OPERATIONS.some((each) => each === operation) && ANALYTICS_COLUMNS.some((each) => each === column);
}

/** `avg:duration` → its two words. */
export function splitValue(name: string): { operation: Operation; column: Column } {
  const [operation, column] = name.split(":");
  return { operation: operation as Operation, column: column as Column };
}
