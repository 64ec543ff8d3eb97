import { z } from "zod";
import { CompliancePlan } from "./compliance-plan.ts";
import { FEATURE_FLAGS_MAX, NAME_MAX_CHARACTERS, ORG_CONCURRENT_CALLS, RETENTION_DAYS } from "./limits.ts";
import { patchOf } from "./patch-of.ts";
import { ServerTarget } from "./server-target.ts";

export const ORG_CHANNELS = ["default", "weekly", "daily", "intuit", "hcs"] as const;

/** What an organisation is made of. Those of the hosted platform's business are kept and change nothing here. */
export const OrgFields = {
  name: z.string().min(1).max(NAME_MAX_CHARACTERS).optional(),
  /** Gets the messages of calls whose assistant and number name no server. */
  server: ServerTarget.optional(),
  concurrencyLimit: z
    .number()
    .int()
    .min(1)
    .max(ORG_CONCURRENT_CALLS)
    .optional()
    .meta({ title: "Calls at a time", default: ORG_CONCURRENT_CALLS, deprecated: true }),
  hipaaEnabled: z.boolean().optional().meta({ title: "HIPAA", default: false }),
  compliancePlan: CompliancePlan.optional(),
  /** US dollars a month. */
  billingLimit: z.number().min(0).max(1000).optional(),
  channel: z.enum(ORG_CHANNELS).optional().meta({ default: "default" }),
  subscriptionId: z.string().max(200).optional(),
  /** Calls with their recordings, chats, sessions and audit events that are older are deleted for good. Default: never. Ours. */
  retentionDays: z
    .number()
    .int()
    .min(RETENTION_DAYS.min)
    .max(RETENTION_DAYS.max)
    .optional()
    .meta({ title: "Days to keep calls, chats and the audit log" }),
  /** What `GET /org/feature-flag` answers, by name. Ours. */
  featureFlags: z
    .record(z.string().min(1).max(200), z.boolean())
    .refine((flags) => Object.keys(flags).length <= FEATURE_FLAGS_MAX, { error: `must have at most ${FEATURE_FLAGS_MAX} flags` })
    .optional()
    .meta({ title: "Feature flags" }),
};

export const UpdateOrg = patchOf(OrgFields);
export type UpdateOrg = z.infer<typeof UpdateOrg>;
