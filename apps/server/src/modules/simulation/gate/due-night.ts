import type { Nightly } from "@callwright/contract";

/** A server that was down at that time catches up until this long after it. Later, the run would be one of the day. */
const CATCH_UP_MINUTES = 6 * 60;
const DAY_MINUTES = 24 * 60;
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
  const parts = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(now)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  const [atHour = 0, atMinute = 0] = at.split(":").map(Number);
  const since = hour * 60 + minute - (atHour * 60 + atMinute);
  const today = Date.UTC(year, month - 1, day);
  return {
    day: new Date(since >= 0 ? today : today - DAY_MS).toISOString().slice(0, 10),
    minutesSince: since >= 0 ? since : since + DAY_MINUTES,
  };
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(timeZone, format);
  return format;
}
