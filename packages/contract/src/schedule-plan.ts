import { z } from "zod";

const Instant = z.iso.datetime({ offset: true });

/** When something may begin. */
export const SchedulePlan = z
  .strictObject({
    earliestAt: Instant,
    latestAt: Instant.optional(),
  })
  .refine(({ earliestAt, latestAt }) => latestAt === undefined || Date.parse(latestAt) >= Date.parse(earliestAt), {
    path: ["latestAt"],
    error: "must not be before earliestAt",
  });
export type SchedulePlan = z.infer<typeof SchedulePlan>;
