import { useTranslation } from "react-i18next";

const DAY_MS = 86_400_000;
const STEPS = [
  { unit: "second", ms: 1000 },
  { unit: "minute", ms: 60_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "day", ms: DAY_MS },
] as const;
/** Units of a duration in seconds, and from which length each is used. */
const SPANS = [
  { unit: "day", size: 86_400, least: 172_800 },
  { unit: "hour", size: 3600, least: 3600 },
  { unit: "minute", size: 60, least: 60 },
] as const;
/** Older times are shown as dates. */
const OLDEST_AGE_MS = 30 * DAY_MS;

/** Dates and ages in the viewer's time zone and language. Times come in as ISO 8601. */
export function useFormat() {
  const { language } = useTranslation().i18n;
  const format = known.get(language) ?? createFormat(language);
  known.set(language, format);
  return format;
}

/** By language: formatters are slow to create, and a long list needs one in every row. */
const known = new Map<string, ReturnType<typeof createFormat>>();

export function createFormat(language: string) {
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });
  const dateTimeSeconds = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "medium" });
  const dayTime = new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  const monthDay = new Intl.DateTimeFormat(language, { month: "short", day: "numeric" });
  const date = new Intl.DateTimeFormat(language, { dateStyle: "medium" });
  const dayOnly = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" });
  const month = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" });
  const time = new Intl.DateTimeFormat(language, { timeStyle: "medium" });
  const clock = new Intl.DateTimeFormat(language, { timeStyle: "short" });
  // Seconds of a call cost fractions of a cent.
  const dollars = new Intl.NumberFormat(language, { style: "currency", currency: "USD", maximumFractionDigits: 4 });
  const kilobyte = new Intl.NumberFormat(language, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 });
  const age = new Intl.RelativeTimeFormat(language, { numeric: "auto", style: "long" });
  return {
    dateTime: (iso: string) => dateTime.format(new Date(iso)),
    /** With seconds, for events that may happen twice in a minute. */
    dateTimeSeconds: (iso: string) => dateTimeSeconds.format(new Date(iso)),
    /** Without the year, for small spaces. */
    dayTime: (iso: string) => dayTime.format(new Date(iso)),
    /** "$0.0111", of US dollars. */
    dollars: (amount: number) => dollars.format(amount),
    /** "38 kB" */
    kilobytes: (bytes: number) => kilobyte.format(bytes / 1000),
    /** "Dec 31" */
    monthDay: (iso: string) => monthDay.format(new Date(iso)),
    date: (iso: string) => date.format(new Date(iso)),
    /** A day without a time, such as `2027-03-01`. */
    calendarDay: (day: string) => dayOnly.format(new Date(day)),
    /** A month in UTC, such as `2026-11`. */
    month: (yearAndMonth: string) => month.format(new Date(yearAndMonth)),
    /** Time of the day, to the minute. */
    clock: (iso: string) => clock.format(new Date(iso)),
    /** Time of the day, to the second. */
    time: (iso: string) => time.format(new Date(iso)),
    /** "in 5 minutes", rounded up. */
    ahead: (seconds: number) => {
      const step = STEPS.findLast(({ ms }) => seconds * 1000 >= ms) ?? STEPS[0];
      return age.format(Math.ceil((seconds * 1000) / step.ms), step.unit);
    },
    /** "24 hours"; undefined for seconds that are no whole minutes. */
    duration: (seconds: number) => {
      const step = SPANS.find(({ least, size }) => seconds >= least && seconds % size === 0);
      return (
        step &&
        new Intl.NumberFormat(language, { style: "unit", unit: step.unit, unitDisplay: "long" }).format(seconds / step.size)
      );
    },
    /** "today", "yesterday", "5 days ago", by the viewer's calendar; a date when it is long ago. */
    day: (iso: string, nowMs: number) => {
      const days = Math.max(0, Math.round((midnightMs(nowMs) - midnightMs(Date.parse(iso))) / DAY_MS));
      return days * DAY_MS >= OLDEST_AGE_MS ? date.format(new Date(iso)) : age.format(-days, "day");
    },
    /** "5 minutes ago"; a date when it is long ago. */
    age: (iso: string, nowMs: number) => {
      const pastMs = Math.max(0, nowMs - Date.parse(iso));
      if (pastMs >= OLDEST_AGE_MS) return date.format(new Date(iso));
      const step = STEPS.findLast(({ ms }) => pastMs >= ms) ?? STEPS[0];
      return age.format(-Math.floor(pastMs / step.ms), step.unit);
    },
    /** "in 6 days", rounded up; "now" when it is past. */
    until: (iso: string, nowMs: number) => {
      const leftMs = Math.max(0, Date.parse(iso) - nowMs);
      const step = STEPS.findLast(({ ms }) => leftMs >= ms) ?? STEPS[0];
      return age.format(Math.ceil(leftMs / step.ms), step.unit);
    },
    /** "2026-11-21 13:05:09 UTC", to compare with a log. */
    utc: (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replace("T", " ")} UTC`,
  };
}

/** The days between two midnights are whole but for the hour that a clock is put forward or back. */
function midnightMs(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}
