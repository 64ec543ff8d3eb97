import { z } from "zod";
import { AssistantOverrides } from "../assistant/assistant.ts";
import { Customer } from "../phone/customer.ts";
import { SchedulePlan } from "../phone/schedule-plan.ts";
import { EntityFields, Id } from "../wire/entity.ts";
import { CAMPAIGN_MAX_CUSTOMERS } from "../wire/limits.ts";
import { PageQuery } from "../wire/list-query.ts";
import { exactlyOneOf, notTogether } from "../wire/one-of.ts";
import { patchOf } from "../wire/patch-of.ts";
import { pagedResourceRoutes } from "../wire/resource-routes.ts";
import { ServerTarget } from "../wire/server-target.ts";
import { ContactCounters, ContactError, OutcomeCounters } from "./campaign-contact.ts";
import { campaignNoun } from "./campaign-noun.ts";
import { CampaignRules } from "./campaign-rules.ts";

/**
 * ```
 *   scheduled ──▶ in-progress ◀── redial ──▶ ended ──▶ archived
 *       └──────────────┴──────▶ cancelled ──────────────┘
 * ```
 */
export const CAMPAIGN_STATUSES = ["scheduled", "in-progress", "ended", "cancelled", "archived"] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const CAMPAIGN_ENDED_REASONS = [
  "campaign.scheduled.ended-by-user",
  "campaign.in-progress.ended-by-user",
  "campaign.ended.success",
] as const;

export const CAMPAIGN_MESSAGE_TYPES = [
  "campaign.started",
  "campaign.cancelled",
  "campaign.ended",
  "campaign.archived",
  "campaign.unarchived",
  "contact.dispatched",
  "contact.completed",
  "contact.failed",
  "contact.skipped",
  "contact.predial-failed",
  "campaign.job.continued",
] as const;

const Customers = z.array(Customer).max(CAMPAIGN_MAX_CUSTOMERS);

const CampaignFields = {
  name: z.string().min(1).max(1000),
  /** Exactly one of these. */
  assistantId: Id.optional().meta({ title: "Assistant" }),
  squadId: Id.optional().meta({ title: "Squad" }),
  workflowId: Id.optional().meta({ title: "Workflow" }),
  assistantOverrides: AssistantOverrides.optional(),
  /** For each member of a squad. */
  squadOverrides: AssistantOverrides.optional(),
  /** The calling number for all customers. For several numbers with their own customers, use `dialPlan`. */
  phoneNumberId: Id.optional().meta({ title: "Phone number" }),
  customers: Customers.optional(),
  dialPlan: z
    .array(z.strictObject({ phoneNumberId: Id.meta({ title: "Phone number" }), customers: Customers }))
    .min(1)
    .max(1000)
    .optional()
    .meta({ description: "Several numbers that take turns, or have their own customers." }),
  schedulePlan: SchedulePlan.optional().meta({ title: "Schedule", description: "Empty: it starts when you start it." }),
  maxConcurrency: z.number().int().min(1).optional().meta({ title: "Concurrent calls", default: 10 }),
  server: ServerTarget.optional(),
  serverMessages: z.array(z.enum(CAMPAIGN_MESSAGE_TYPES)).optional(),
  predialPlan: z
    .strictObject({ enabled: z.boolean().optional().meta({ default: false }) })
    .optional()
    .meta({ title: "Pre-dial check", description: "Your server can reject a call before it is placed." }),
  ...CampaignRules,
};

/** Before its start, a paused campaign may lack required fields. */
function unlessPaused([check, params]: ReturnType<typeof exactlyOneOf>): ReturnType<typeof exactlyOneOf> {
  return [(campaign) => ("paused" in campaign && campaign.paused === true) || check(campaign), params];
}

export const CreateCampaign = z
  .strictObject({
    ...CampaignFields,
    /** Copies the customers of another campaign. */
    duplicateFromCampaignId: Id.optional().meta({ title: "Copy of campaign" }),
  })
  .refine(...unlessPaused(exactlyOneOf("assistantId", "squadId", "workflowId")))
  .refine(...unlessPaused(exactlyOneOf("phoneNumberId", "dialPlan")))
  .refine(...notTogether("customers", "dialPlan"))
  .meta({
    examples: [
      {
        name: "Reminders",
        assistantId: "11111111-1111-4111-8111-111111111111",
        phoneNumberId: "11111111-1111-4111-8111-111111111111",
        customers: [{ number: "+15550100001" }],
      },
    ],
  });
export type CreateCampaign = z.infer<typeof CreateCampaign>;

/**
 * After the start, only name, status, `maxConcurrency` and the fields of `CampaignRules` without `country` can change. `ended` is an older name for `cancelled`:
 * running calls continue to their end. `customers` replaces all contacts. The other statuses are the server's: they can only be written as they
 * are. A field with the value that it has is no change.
 */
export const UpdateCampaign = patchOf({ ...CampaignFields, status: z.enum(CAMPAIGN_STATUSES) });
export type UpdateCampaign = z.infer<typeof UpdateCampaign>;

const count = z.number().int();

/** Calls to random contacts before the start, in which simulated people answer. The campaign does not count them. */
export const CampaignRehearsal = z.object({
  startedAt: z.string(),
  calls: z.array(z.object({ contactId: Id, number: z.string(), callId: Id.optional(), problem: z.string().optional() })),
});
export type CampaignRehearsal = z.infer<typeof CampaignRehearsal>;

export const Campaign = z.looseObject({
  ...EntityFields,
  ...CampaignFields,
  status: z.enum(CAMPAIGN_STATUSES),
  endedReason: z.enum(CAMPAIGN_ENDED_REASONS).optional(),
  /** By the call's id. Lists leave out calls and customers. */
  calls: z.record(z.string(), z.unknown()),
  callsCounterScheduled: count,
  callsCounterQueued: count,
  callsCounterInProgress: count,
  callsCounterEnded: count,
  callsCounterEndedVoicemail: count,
  /** The fields below: Callwright only. */
  contactCounters: ContactCounters.optional(),
  outcomeCounters: OutcomeCounters.optional(),
  /** Of the pending contacts, those that were called before and are called again. */
  retrying: count.optional(),
  /** Calls that were dialed, redials included. */
  dialed: count.optional(),
  /** Cost of the ended calls in US dollars, including analysis. */
  cost: z.number().optional(),
  /** Calls with a part whose price is not known. It is in no cost, and counts for no budget. Callwright only. */
  unpriced: z.number().int().optional(),
  /** Why it is paused, if nobody paused it. */
  pauseReason: z.string().optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  /** The last rehearsal. */
  rehearsal: CampaignRehearsal.optional(),
  /** In the response to a write: customers that were not stored. */
  contactErrors: z.array(ContactError).optional(),
});
export type Campaign = z.infer<typeof Campaign>;

export const CampaignQuery = z.object({
  ...PageQuery.shape,
  id: Id.optional(),
  status: z.enum(CAMPAIGN_STATUSES).optional(),
});
export type CampaignQuery = z.infer<typeof CampaignQuery>;

export const campaignRoutes = pagedResourceRoutes(
  campaignNoun,
  {
    create: CreateCampaign,
    update: UpdateCampaign,
    entity: Campaign,
  },
  CampaignQuery,
);
