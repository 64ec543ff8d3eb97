import { z } from "zod";
import { optionalFields } from "../wire/objects.ts";
import { TimeOfDay, TimeZone } from "../wire/time-zone.ts";

/** Outcomes of contacts that were called. */
export const CALLED_OUTCOMES = ["answered", "voicemail", "busy", "declined", "noAnswer", "failed", "interrupted"] as const;
/**
 * How a contact's row ended. `interrupted`: the server stopped during the call. `notEligible`: your server answered before the call.
 * `tooLate`: the schedule's end came first. `outsideWindow`: its time window never opens. `canceled`: the campaign or the call was canceled.
 */
export const CONTACT_OUTCOMES = [
  ...CALLED_OUTCOMES,
  "doNotCall",
  "notEligible",
  "predialFailed",
  "tooLate",
  "outsideWindow",
  "canceled",
] as const;
export type ContactOutcome = (typeof CONTACT_OUTCOMES)[number];

/** Outcomes after which another call makes sense. */
export const RETRIED_OUTCOMES = ["voicemail", "busy", "declined", "noAnswer", "failed", "interrupted"] as const;

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export const WEEKDAYS: readonly (typeof DAYS)[number][] = DAYS;

/** When contacts may be called, in their number's local time. */
export const TimeWindow = z
  .strictObject({
    from: TimeOfDay,
    until: TimeOfDay,
    days: z.array(z.enum(DAYS)).min(1).optional(),
    /** Applies to all numbers. Default: each number's own zone. */
    timeZone: TimeZone.optional(),
  })
  .refine(({ from, until }) => from < until, { path: ["until"], error: "must be later than from" });
export type TimeWindow = z.infer<typeof TimeWindow>;

/** The fields of a campaign that may change after its start. */
export const CAMPAIGN_CHANGEABLE_FIELDS: readonly string[] = [
  "name",
  "maxConcurrency",
  "paused",
  "timeWindow",
  "retryPlan",
  "numberConcurrency",
  "maxCost",
];

export const RETRY_DEFAULTS = { maxRetries: 1, delayMinutes: 60 };

export const RetryPlan = z.strictObject({
  outcomes: z.array(z.enum(RETRIED_OUTCOMES)).min(1),
  maxRetries: z.number().int().min(1).max(10).optional().meta({ default: RETRY_DEFAULTS.maxRetries }),
  delayMinutes: z.number().min(0).max(10_080).optional().meta({ default: RETRY_DEFAULTS.delayMinutes }),
});
export type RetryPlan = z.infer<typeof RetryPlan>;

/** How a campaign calls. Callwright only. All but `country` can change while it runs. */
export const CampaignRules = optionalFields({
  /** A paused campaign is not started, or makes no new calls. */
  paused: z.boolean(),
  /** The country of numbers without a country code: `DE`. */
  country: z.string().regex(/^[A-Z]{2}$/, "must be a country code like DE"),
  timeWindow: TimeWindow.meta({ title: "Calling hours", description: "By the clock where each number is." }),
  retryPlan: RetryPlan.meta({ title: "Retries", description: "Outcomes after which somebody is called again." }),
  /** Concurrent calls of each calling number, including other campaigns. */
  numberConcurrency: z.number().int().min(1).max(10_000).meta({ title: "Concurrent calls per number" }),
  /** Maximum cost of ended calls, analysis included. */
  maxCost: z
    .number()
    .min(0)
    .max(1_000_000)
    .meta({ title: "Budget (US$)", description: "The campaign pauses when its calls have cost that much." }),
}).shape;
