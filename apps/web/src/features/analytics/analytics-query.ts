import type { AnalyticsQuery } from "@callwright/contract";
import { type AnalyticsSearch, DEFAULT_RANGE, DEFAULT_VALUES, defaultStep, RANGE_DAYS, splitValue } from "./analytics-search.ts";

const DAY_MS = 86_400_000;

/** The query of an address, as the platform is asked it at a moment. Each value is named as in the address: `avg:duration`. */
export function queryOf(search: AnalyticsSearch, nowMs: number, timezone: string): AnalyticsQuery {
  const { values = DEFAULT_VALUES, groupBy = [], variables = [], range = DEFAULT_RANGE } = search;
  const { step = defaultStep(range) } = search;
  return {
    name: "query",
    table: "call",
    operations: values.map((alias) => ({ ...splitValue(alias), alias })),
    ...(groupBy.length > 0 ? { groupBy: [...groupBy] } : {}),
    ...(variables.length > 0 ? { groupByVariableValue: variables.map((key) => ({ key })) } : {}),
    timeRange: {
      ...(step === "none" ? {} : { step }),
      start: new Date(nowMs - RANGE_DAYS[range] * DAY_MS).toISOString(),
      end: new Date(nowMs).toISOString(),
      timezone,
    },
  };
}

/** Columns of the result that identify a row's group. */
export function keysOf({ groupBy = [], variables = [] }: AnalyticsSearch): string[] {
  return [...groupBy, ...variables.map((name) => `variableValues.${name}`)];
}
