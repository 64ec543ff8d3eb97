import { z } from "zod";
import { CompliancePlan } from "../plan/compliance-plan.ts";
import {
  FEATURE_FLAGS_MAX,
  MONTHLY_BUDGET_MAX_USD,
  NAME_MAX_CHARACTERS,
  ORG_CONCURRENCY_MAX,
  RETENTION_DAYS,
} from "../wire/limits.ts";
import { optionalFields } from "../wire/objects.ts";
import { patchOf } from "../wire/patch-of.ts";
import { ServerTarget } from "../wire/server-target.ts";

export const ORG_CHANNELS = ["default", "weekly", "daily", "intuit", "hcs"] as const;

/** The fields of an organization. `subscriptionId` and `channel` are stored without effect. */
export const OrgFields = optionalFields({
  name: z.string().min(1).max(NAME_MAX_CHARACTERS),
  server: ServerTarget.meta({
    description: "Receives call messages when neither the assistant nor the phone number sets a server.",
  }),
  /** Calls at the same time. More than the server allows (`ORG_CONCURRENT_CALLS`) has no effect. Default: as many as the server allows. */
  concurrencyLimit: z.number().int().min(1).max(ORG_CONCURRENCY_MAX).meta({
    title: "Concurrent calls",
    description: "Further calls are refused with status 429. Not set: as many as the server allows.",
  }),
  hipaaEnabled: z.boolean().meta({
    title: "HIPAA",
    default: false,
    description:
      "For all calls and chats: no recording, transcript, event with words, video or message body is stored. Chats have no sessions.",
  }),
  compliancePlan: CompliancePlan.meta({
    title: "Compliance",
    description: "For all assistants, on top of their own plans: PCI, redaction and security filters.",
  }),
  /** US dollars a month. When the calls and chats of the month cost that much, new ones are refused with status 402. */
  billingLimit: z.number().min(0).max(1000).meta({ title: "Billing limit ($ a month)" }),
  /** As `billingLimit`, without its maximum. The lower one applies. Callwright only. */
  monthlyBudget: z.number().min(0).max(MONTHLY_BUDGET_MAX_USD).meta({ title: "Monthly budget ($)" }),
  channel: z.enum(ORG_CHANNELS).meta({ default: "default" }),
  subscriptionId: z.string().max(200),
  /** Older calls, recordings, chats, sessions and audit events are deleted permanently. Default: never. Callwright only. */
  retentionDays: z.number().int().min(RETENTION_DAYS.min).max(RETENTION_DAYS.max).meta({
    title: "Retention",
    unit: "days",
    description: "Days until calls, chats and audit events are deleted permanently. Empty: kept forever.",
  }),
  /**
   * Countries that may be called with numbers of carriers, by their two letters (ISO 3166). Default: the calling number's own. An empty list permits
   * none. Callwright only.
   */
  outboundCountries: z
    .array(z.string().regex(/^[A-Z]{2}$/, { error: "must be the two letters of a country, like US" }))
    .max(250)
    .meta({
      title: "Countries to call",
      description:
        "Two letters each, like US. Numbers of carriers call no others. Not set: only their own country, and no country for numbers of SIP trunks.",
    }),
  /**
   * Hosts whose SIP addresses may be called with numbers of SIP trunks (`customer.sipUri`, transfers): names or IPv4 addresses. Default: none.
   * Callwright only.
   */
  outboundSipHosts: z
    .array(
      z
        .string()
        .max(253)
        .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, { error: "must be a host like pbx.example.com, without a port" }),
    )
    .max(100)
    .meta({
      title: "SIP hosts to call",
      description:
        "Names or addresses, like pbx.example.com. Numbers of SIP trunks call SIP addresses at these hosts only. Telephone numbers in them count as such.",
    }),
  /** The values of `GET /org/feature-flag`, by name. Callwright only. */
  featureFlags: z
    .record(z.string().min(1).max(200), z.boolean())
    .refine((flags) => Object.keys(flags).length <= FEATURE_FLAGS_MAX, { error: `must have at most ${FEATURE_FLAGS_MAX} flags` })
    .meta({
      title: "Feature flags",
      description: "Returned by GET /org/feature-flag. Flags that are not listed are off.",
    }),
}).shape;

export const UpdateOrg = patchOf(OrgFields);
export type UpdateOrg = z.infer<typeof UpdateOrg>;
