import { z } from "zod";
import { ENDED_BY } from "../call/ended-reason.ts";
import { TurnSegment } from "../call/turn.ts";
import { Id } from "../wire/entity.ts";
import { Instant } from "../wire/instant.ts";
import { describeRoutes } from "../wire/noun.ts";
import { CommaSeparated } from "../wire/query-value.ts";
import { TimeZone } from "../wire/time-zone.ts";
import { analyticsNoun } from "./analytics-noun.ts";

const Count = z.number().int();

/** Maximum steps of an overview. */
export const OVERVIEW_MAX_STEPS = 400;

export const OverviewQuery = z.object({
  /** Default: 7 days before the end. */
  createdAtGe: Instant.optional(),
  /** Default: now. */
  createdAtLe: Instant.optional(),
  step: z.enum(["hour", "day"]).default("day"),
  timezone: TimeZone.default("UTC"),
});
export type OverviewQuery = z.infer<typeof OverviewQuery>;

/** A percentile of the calls' response times. A call's response time is the median wait of its turns. */
const ResponsePercentile = z.object({
  ms: Count,
  /** Calls with a wait of this length or longer: those of the filter `responseMsGe`. */
  calls: Count,
  /** The parts of the wait, which add up to `ms`: shares of the calls around the percentile. */
  segments: z.array(TurnSegment),
});
export type ResponsePercentile = z.infer<typeof ResponsePercentile>;

const OverviewStep = z.object({
  /** The beginning of the step. */
  date: z.string(),
  calls: Count,
  minutes: z.number(),
  /** US dollars. */
  cost: z.number(),
  /** Calls with a part whose price is not known. It is in no cost. */
  unpriced: Count,
  successful: Count,
  /** Calls that were judged as successful or failed. */
  judged: Count,
  responseP50Ms: Count.optional(),
  responseP95Ms: Count.optional(),
});
export type OverviewStep = z.infer<typeof OverviewStep>;

/** Something that went wrong in calls. */
const CallProblem = z.object({
  callId: Id,
  createdAt: z.string(),
  assistantId: Id.optional(),
  assistantName: z.string().optional(),
  /** `ended`: it ended the call. `failure`: a part failed, and the call continued. `tool`: a tool failed. */
  kind: z.enum(["ended", "failure", "tool"]),
  endedReason: z.string().optional(),
  /** What the end of the last call says besides its reason. */
  endedMessage: z.string().optional(),
  /** How many of the last 200 problems are the same. The other fields are those of the last one. */
  calls: Count,
  /** The part that failed. */
  part: z.string().optional(),
  provider: z.string().optional(),
  /** The name of the tool. */
  toolName: z.string().optional(),
  message: z.string().optional(),
  /** A server message of the call was not delivered. */
  isUndelivered: z.boolean().optional(),
});
export type CallProblem = z.infer<typeof CallProblem>;

/** The calls of a time range in figures. Callwright only. */
export const Overview = z.object({
  timeRange: z.object({ start: z.string(), end: z.string(), step: z.enum(["hour", "day"]), timezone: z.string() }),
  /** Running calls, whenever they began. */
  live: Count,
  /** Whether the organization has ever had a call besides the sample call. */
  hasOwnCalls: z.boolean(),
  calls: Count,
  /** Between joining and the end. */
  minutes: z.number(),
  /** US dollars. */
  cost: z.number(),
  /** Calls with a part whose price is not known. It is in no cost. */
  unpriced: Count,
  /** By pass or fail; other rubrics have no success. */
  success: z.object({ successful: Count, failed: Count }),
  /** Absent without a call in which the caller spoke. */
  response: z.object({ calls: Count, p50: ResponsePercentile, p95: ResponsePercentile }).optional(),
  /** All groups, also empty ones. */
  ended: z.array(
    z.object({ by: z.enum(ENDED_BY), calls: Count, reasons: z.array(z.object({ endedReason: z.string(), calls: Count })) }),
  ),
  /** Every step of the range, also empty ones. */
  steps: z.array(OverviewStep),
  /** Tools by the number of calls in which they failed, most first, at most ten: those of the filter `failedTool`. */
  toolErrors: z.array(z.object({ toolName: z.string(), calls: Count })),
  /** The latest problems. */
  problems: z.array(CallProblem),
});
export type Overview = z.infer<typeof Overview>;

/** What an assistant's calls of the last 30 days were like. Callwright only. */
export const AssistantFigures = z.object({
  assistantId: Id,
  calls: Count,
  lastCallAt: z.string(),
  successful: Count,
  judged: Count,
  responseP50Ms: Count.optional(),
  responseP95Ms: Count.optional(),
  /** The mean of the way from this server to the callers, in milliseconds. */
  transportMs: Count.optional(),
  /** US dollars. */
  cost: z.number(),
  /** Calls with a part whose price is not known. It is in no cost. */
  unpriced: Count,
});
export type AssistantFigures = z.infer<typeof AssistantFigures>;

export const overviewRoutes = describeRoutes(analyticsNoun.addresses, {
  getOverview: {
    query: OverviewQuery,
    response: Overview,
    summary: "Get the figures of the calls of a time range",
  },
  listAssistantFigures: {
    query: z.object({ assistantIdAny: CommaSeparated }),
    response: z.array(AssistantFigures),
    summary: "List the figures of assistants: last call, success, response time and cost of 30 days",
  },
});
