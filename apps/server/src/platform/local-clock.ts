import { WEEKDAYS } from "@callwright/contract";

export interface LocalTime {
  /** The local time as if it were UTC, without seconds. */
  localMs: number;
  day: (typeof WEEKDAYS)[number];
  /** `09:30` */
  time: string;
}
/** What a clock in a time zone shows. */
export type LocalClock = (at: Date) => LocalTime;

const clocks = new Map<string, LocalClock>();

export function clockOf(timeZone: string): LocalClock {
  const known = clocks.get(timeZone);
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
  const clock: LocalClock = (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const time = `${parts.hour}:${parts.minute}`;
    const local = new Date(`${parts.year}-${parts.month}-${parts.day}T${time}:00Z`);
    const day = WEEKDAYS[(local.getUTCDay() + 6) % WEEKDAYS.length] ?? "monday";
    return { localMs: local.getTime(), day, time };
  };
  clocks.set(timeZone, clock);
  return clock;
}
