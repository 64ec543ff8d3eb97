import { z } from "zod";

/** PostgreSQL rejects the year 0, offsets of 16 hours or more, and long fractions. */
const SEARCHABLE = /^(?!0000)[^.Z+]{16,19}(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):\d\d)$/;

const Instant = z.iso.datetime({ offset: true }).refine((text) => SEARCHABLE.test(text), {
  error: "must be a time after the year 0, with at most 9 decimals and an offset below 16 hours",
});

/** When a call may start. */
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
