import type { Nightly } from "@callwright/contract";
import { clockOf } from "../../../platform/local-clock.ts";

/** A server that was down at that time catches up until this long after it. Later, the run would be one of the day. */
const CATCH_UP_MINUTES = 6 * 60;
const DAY_MS = 86_400_000;

/**
 * The night that is due at `now`, as the day of its time in its zone; undefined if none is. A night whose time had passed when the suite was last
 * changed is not made up for. By clocks and not by intervals: a time that a clock change skips is due after it, and one that it repeats is due once.
 */
export function dueNight(nightly: Nightly, changedAt: Date, now: Date): string | undefined {
  const { day, minutesSince } = lastNight(nightly, now);
  if (minutesSince > CATCH_UP_MINUTES || lastNight(nightly, changedAt).day >= day) return undefined;
  return day;
}

/** The last day on which the clock has reached the time, and how many minutes it shows since. */
function lastNight({ at, timezone = "UTC" }: Nightly, now: Date): { day: string; minutesSince: number } {
  const { localMs } = clockOf(timezone)(now);
  const [hours = 0, minutes = 0] = at.split(":").map(Number);
  const todays = new Date(localMs).setUTCHours(hours, minutes, 0, 0);
  const last = todays <= localMs ? todays : todays - DAY_MS;
  return { day: new Date(last).toISOString().slice(0, 10), minutesSince: (localMs - last) / 60_000 };
}
