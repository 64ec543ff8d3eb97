import { oneOf, searchOf } from "../../kit/search-params.ts";

/** Time ranges by their length in days. `step`: one bar of the charts. */
export const OVERVIEW_RANGES = {
  day: { days: 1, step: "hour" },
  week: { days: 7, step: "day" },
  month: { days: 30, step: "day" },
  quarter: { days: 90, step: "day" },
  year: { days: 365, step: "day" },
} as const;
export type OverviewRange = keyof typeof OVERVIEW_RANGES;

export const VOLUMES = ["calls", "minutes", "cost"] as const;
export type Volume = (typeof VOLUMES)[number];

export const DEFAULT_OVERVIEW_RANGE: OverviewRange = "week";

/** The state in the address. Default: calls of the last 7 days. */
export const overviewSearch = searchOf({
  range: oneOf(Object.keys(OVERVIEW_RANGES) as OverviewRange[]),
  volume: oneOf(VOLUMES),
});
