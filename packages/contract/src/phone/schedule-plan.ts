import { z } from "zod";
import { StorableInstant } from "../wire/instant.ts";

/** When a call may start. */
export const SchedulePlan = z
  .strictObject({
    earliestAt: StorableInstant.meta({ title: "Not before" }),
    latestAt: StorableInstant.optional().meta({ title: "Not after" }),
  })
  .refine(({ earliestAt, latestAt }) => latestAt === undefined || Date.parse(latestAt) >= Date.parse(earliestAt), {
    path: ["latestAt"],
    error: "must not be before earliestAt",
  });
export type SchedulePlan = z.infer<typeof SchedulePlan>;
