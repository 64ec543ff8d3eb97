import { z } from "zod";

/** The quotas that an operator can set for an organization, by their names in refusals. */
export const QUOTAS = ["storageGb", "files", "configurationMb", "callsPerDay", "minutesPerMonth", "webhooksPerDay"] as const;
export type QuotaName = (typeof QUOTAS)[number];

/** Maximum limit of a quota. */
export const QUOTA_MAX = 1_000_000_000;

/** An organization's usage of a quota. Days and months are in UTC. */
export const OrgQuota = z.object({
  name: z.enum(QUOTAS),
  used: z.number(),
  /** Absent: there is no limit. */
  limit: z.number().optional(),
  /** When the count restarts at 0. Absent for stored data. */
  resetsAt: z.string().optional(),
});
export type OrgQuota = z.infer<typeof OrgQuota>;
