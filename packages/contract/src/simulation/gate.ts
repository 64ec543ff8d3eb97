import { z } from "zod";
import { MinimumShare } from "../assistant/publish-gate.ts";
import { optionalFields } from "../wire/objects.ts";
import { TimeOfDay, TimeZone } from "../wire/time-zone.ts";

/** What a suite itself asks of its runs, where it gates an assistant. Callwright only. */
export const SuiteGate = optionalFields({
  minimum: MinimumShare.meta({ description: "Counts before the minimum of the assistant's gate." }),
});

/** The time of day at which a suite runs, every night, with the live version. Callwright only. */
export const Nightly = z.strictObject({
  at: TimeOfDay,
  /** The zone of `at`. Default: UTC. */
  timezone: TimeZone.optional().meta({ title: "Time zone", default: "UTC" }),
});
export type Nightly = z.infer<typeof Nightly>;

/** A nightly run that could not start. */
export const NightlyFailure = z.object({
  /** The day in the suite's time zone, like `2026-11-30`. */
  day: z.string(),
  reason: z.string(),
});
