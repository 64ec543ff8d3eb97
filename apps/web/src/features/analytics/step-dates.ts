import type { Step } from "./analytics-search.ts";

interface Range {
  start: string;
  end: string;
  timezone: string;
}

const HOUR_MS = 3_600_000;

/** Year, month from 1, day, hour: as a clock in the zone shows them. */
type Reading = readonly [year: number, month: number, day: number, hour: number];

/** The beginning of each step of a range, as the platform dates its rows: by the calendar and the clock of the zone. */
export function stepDates(step: Step, { start, end, timezone }: Range): string[] {
  const clock = clockOf(timezone);
  const endMs = Date.parse(end);
  const dates: string[] = [];
  let place = truncated(clock.read(Date.parse(start)), step);
  for (let ms = clock.instant(place); ms <= endMs; ) {
    dates.push(new Date(ms).toISOString());
    place = after(place, step);
    // Hours are counted, because a clock that is put back shows one twice.
    ms = step === "hour" ? ms + HOUR_MS : clock.instant(place);
  }
  return dates;
}

function truncated([year, month, day, hour]: Reading, step: Step): Reading {
  if (step === "hour") return [year, month, day, hour];
  if (step === "day") return [year, month, day, 0];
  if (step === "month") return [year, month, 1, 0];
  if (step === "quarter") return [year, month - ((month - 1) % 3), 1, 0];
  if (step === "year") return [year, 1, 1, 0];
  // Weeks begin on Monday.
  const daysIn = (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7;
  return [year, month, day - daysIn, 0];
}

/** The next reading. A month over 12 or a day over 31 is valid: the conversion to an instant carries it over. */
function after([year, month, day, hour]: Reading, step: Step): Reading {
  const days = { hour: 0, day: 1, week: 7, month: 0, quarter: 0, year: 0 }[step];
  const months = { hour: 0, day: 0, week: 0, month: 1, quarter: 3, year: 12 }[step];
  return [year, month + months, day + days, hour];
}

function clockOf(timezone: string) {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const shown = (ms: number) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return [of("year"), of("month"), of("day"), of("hour"), of("minute"), of("second")] as const;
  };
  /** The offset of the time zone from UTC at an instant. */
  const aheadMs = (ms: number) => {
    const [year, month, day, hour, minute, second] = shown(ms);
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
  };
  return {
    read: (ms: number): Reading => {
      const [year, month, day, hour] = shown(ms);
      return [year, month, day, hour];
    },
    /** When the clock shows a reading. Twice, because the first guess may be on the other side of a change of the clock. */
    instant: ([year, month, day, hour]: Reading): number => {
      const asUtc = Date.UTC(year, month - 1, day, hour);
      return asUtc - aheadMs(asUtc - aheadMs(asUtc));
    },
  };
}
