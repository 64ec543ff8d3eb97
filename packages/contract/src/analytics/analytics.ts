import { z } from "zod";
import { Instant } from "../wire/instant.ts";
import { NAME_MAX_CHARACTERS } from "../wire/limits.ts";
import { describeRoutes } from "../wire/noun.ts";
import { TimeZone } from "../wire/time-zone.ts";
import { analyticsNoun } from "./analytics-noun.ts";
import {
  ANALYTICS_COLUMNS,
  ANALYTICS_GROUPS,
  ANALYTICS_OPERATIONS,
  ANALYTICS_STEPS,
  ANALYTICS_TABLES,
} from "./analytics-terms.ts";

const Group = z.enum(ANALYTICS_GROUPS);

export const AnalyticsTimeRange = z
  .strictObject({
    /** One row per step. Unset: one row for the whole range. */
    step: z.enum(ANALYTICS_STEPS).optional(),
    start: Instant.optional().meta({ description: "7 days ago when unset." }),
    end: Instant.optional().meta({ description: "Now when unset." }),
    timezone: TimeZone.optional().meta({ title: "Time zone", default: "UTC" }),
  })
  .refine(({ start, end }) => start === undefined || end === undefined || Date.parse(end) >= Date.parse(start), {
    path: ["end"],
    error: "must not be before start",
  });

/** Maximum `history` operations of one query. */
export const ANALYTICS_MAX_HISTORIES = 2;

const AnalyticsOperation = z.strictObject({
  /** `history`: the values with their dates, oldest first, of at most the latest 1,000 calls. Ids only allow `count`. */
  operation: z.enum(ANALYTICS_OPERATIONS),
  column: z.enum(ANALYTICS_COLUMNS),
  /** Its name in the result. Default: operation and column, `sumDuration`. */
  alias: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
});

export const AnalyticsQuery = z.strictObject({
  /** The name of its result. */
  name: z.string().min(1).max(NAME_MAX_CHARACTERS),
  table: z.enum(ANALYTICS_TABLES),
  groupBy: z.union([Group, z.array(Group).min(1).max(ANALYTICS_GROUPS.length)]).optional(),
  /** Groups by variables of the calls, in the result as `variableValues.<key>`. */
  groupByVariableValue: z
    .array(z.strictObject({ key: z.string().min(1).max(100) }))
    .max(10)
    .optional(),
  /** At most two can be `history`. */
  operations: z
    .array(AnalyticsOperation)
    .min(1)
    .max(50)
    .refine((operations) => operations.filter(({ operation }) => operation === "history").length <= ANALYTICS_MAX_HISTORIES, {
      error: `must have at most ${ANALYTICS_MAX_HISTORIES} history operations; use another query for more`,
    }),
  timeRange: AnalyticsTimeRange.optional(),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

/** The results of all queries have at most 100,000 values. A request for more is rejected with what to narrow. */
export const RunAnalytics = z.strictObject({ queries: z.array(AnalyticsQuery).min(1).max(50) });
export type RunAnalytics = z.infer<typeof RunAnalytics>;

export const AnalyticsResult = z.looseObject({
  name: z.string(),
  /** The applied range, with defaults. */
  timeRange: z.looseObject({
    step: z.enum(ANALYTICS_STEPS).optional(),
    start: z.string(),
    end: z.string(),
    timezone: z.string(),
  }),
  /** At most 10,000 rows. Each has `date` (with a step), the group values, and each operation under its alias. */
  result: z.array(z.record(z.string(), z.unknown())),
});
export type AnalyticsResult = z.infer<typeof AnalyticsResult>;

export const analyticsRoutes = describeRoutes(analyticsNoun.addresses, {
  runAnalytics: {
    role: "viewer",
    body: RunAnalytics,
    response: z.array(AnalyticsResult),
    summary: "Query metrics of calls",
  },
});
