import { z } from "zod";
import { NAME_MAX_CHARACTERS } from "./limits.ts";
import { defineRoutes } from "./route.ts";

export const ANALYTICS_TABLES = ["call", "subscription"] as const;
export const ANALYTICS_OPERATIONS = ["sum", "avg", "count", "min", "max", "history"] as const;
export const ANALYTICS_GROUPS = ["type", "assistantId", "endedReason", "analysis.successEvaluation", "status"] as const;

export const ANALYTICS_COLUMNS = [
  "id",
  "cost",
  "costBreakdown.llm",
  "costBreakdown.stt",
  "costBreakdown.tts",
  "costBreakdown.vapi",
  "costBreakdown.transport",
  "costBreakdown.analysisBreakdown.summary",
  "costBreakdown.transcriber",
  "costBreakdown.ttsCharacters",
  "costBreakdown.llmPromptTokens",
  "costBreakdown.llmCompletionTokens",
  "costBreakdown.llmCachedPromptTokens",
  "duration",
  "concurrency",
  "minutesUsed",
] as const;

export const ANALYTICS_STEPS = [
  "second",
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
  "decade",
  "century",
  "millennium",
] as const;

const Instant = z.iso.datetime({ offset: true });
const Group = z.enum(ANALYTICS_GROUPS);

/** Is it a name of a time zone, like `Europe/Vienna`? Not an offset: to some `+02:00` is east, to others west. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const AnalyticsTimeRange = z
  .strictObject({
    /** One row for each. Unset: one for the whole range. */
    step: z.enum(ANALYTICS_STEPS).optional(),
    start: Instant.optional().meta({ description: "7 days ago when unset." }),
    end: Instant.optional().meta({ description: "Now when unset." }),
    timezone: z
      .string()
      .max(100)
      .refine(isTimeZone, { error: "must be a time zone like Europe/Vienna" })
      .optional()
      .meta({ title: "Time zone", default: "UTC" }),
  })
  .refine(({ start, end }) => start === undefined || end === undefined || Date.parse(end) >= Date.parse(start), {
    path: ["end"],
    error: "must not be before start",
  });
export type AnalyticsTimeRange = z.infer<typeof AnalyticsTimeRange>;

/** `history` operations of one query. */
const MAX_HISTORIES = 2;

const AnalyticsOperation = z.strictObject({
  /** `history`: the values themselves with their dates, oldest first, of at most the latest 1,000 calls. Of ids only `count`. */
  operation: z.enum(ANALYTICS_OPERATIONS),
  column: z.enum(ANALYTICS_COLUMNS),
  /** Its name in the result. Default: both words together, `sumDuration`. */
  alias: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
});

export const AnalyticsQuery = z.strictObject({
  /** Finds its result among the others. */
  name: z.string().min(1).max(NAME_MAX_CHARACTERS),
  table: z.enum(ANALYTICS_TABLES),
  groupBy: z.union([Group, z.array(Group).min(1).max(ANALYTICS_GROUPS.length)]).optional(),
  /** By values of the calls' variables: in the result `variableValues.<key>`. */
  groupByVariableValue: z
    .array(z.strictObject({ key: z.string().min(1).max(100) }))
    .max(10)
    .optional(),
  /** At most 2 are `history`. */
  operations: z
    .array(AnalyticsOperation)
    .min(1)
    .max(50)
    .refine((operations) => operations.filter(({ operation }) => operation === "history").length <= MAX_HISTORIES, {
      error: `must have at most ${MAX_HISTORIES} history operations; ask for more in another query`,
    }),
  timeRange: AnalyticsTimeRange.optional(),
});
export type AnalyticsQuery = z.infer<typeof AnalyticsQuery>;

/** The answers of all queries together have at most 100,000 values; a question for more is refused with what to narrow. */
export const RunAnalytics = z.strictObject({ queries: z.array(AnalyticsQuery).min(1).max(50) });
export type RunAnalytics = z.infer<typeof RunAnalytics>;

export const AnalyticsResult = z.looseObject({
  name: z.string(),
  /** As it was applied, defaults filled in. */
  timeRange: z.looseObject({
    step: z.enum(ANALYTICS_STEPS).optional(),
    start: z.string(),
    end: z.string(),
    timezone: z.string(),
  }),
  /** At most 10,000 rows. With a step, `date`; then the values it is grouped by, and each operation under its alias. */
  result: z.array(z.record(z.string(), z.unknown())),
});
export type AnalyticsResult = z.infer<typeof AnalyticsResult>;

export const analyticsRoutes = defineRoutes({
  runAnalytics: {
    method: "POST",
    path: "/analytics",
    scope: "private",
    role: "viewer",
    body: RunAnalytics,
    response: z.array(AnalyticsResult),
    status: 200,
    summary: "Count and add up calls",
  },
});
