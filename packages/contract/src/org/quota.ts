import { z } from "zod";

/** What the operator of a server may limit for an organization, by the name that refusals have. */
export const QUOTAS = ["storageGb", "files", "configurationMb", "callsPerDay", "minutesPerMonth", "webhooksPerDay"] as const;
export type QuotaName = (typeof QUOTAS)[number];

/** Maximum limit of a quota. */
export const QUOTA_MAX = 1_000_000_000;

/** What an organization has used of a quota. Days and months are of UTC. */
export const OrgQuota = z.object({
  name: z.enum(QUOTAS),
  used: z.number(),
  /** Absent: there is no limit. */
  limit: z.number().optional(),
  /** When the count starts at 0 again. Absent for what is stored. */
  resetsAt: z.string().optional(),
});
export type OrgQuota = z.infer<typeof OrgQuota>;
