import { WEEKDAYS } from "../answers/weekday.ts";
import { type Found, find, type Heard } from "./heard.ts";

const DAY_MS = 24 * 60 * 60_000;
const MONTHS = [
  "jan(?:uary)?",
  "feb(?:r?uary)?",
  "mar(?:ch)?",
  "apr(?:il)?",
  "may",
  "june?",
  "july?",
  "aug(?:ust)?",
  "sept?(?:ember)?",
  "oct(?:ober)?",
  "nov(?:ember)?",
  "dec(?:ember)?",
];
const MONTH = `(?<month>${MONTHS.join("|")})`;
const WEEKDAY_NAME = WEEKDAYS.join("|").toLowerCase();
const WEEKDAY = `(?<weekday>${WEEKDAY_NAME})`;
const DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "(?:,? (?:of |in )?(?<year>(?:19|20)\\d\\d|(?:19|20) \\d\\d)\\b)?";
/** "the 2nd one" is not a date. */
const NO_DATE_AFTER = "(?! (?:one|time|floor|option|name|choice|item|street|avenue))";

type Groups = Record<string, string | undefined>;
type ReadDay = (groups: Groups, today: Date, isPast: boolean) => Date | undefined;

const PATTERNS: readonly [RegExp, ReadDay][] = [
  [/\b(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)\b/, ({ year, month, day }) => dateOf(Number(year), Number(month), Number(day))],
  [/\b(?:the )?day after tomorrow\b/, (_, today) => plusDays(today, 2)],
  [/\btomorrow\b/, (_, today) => plusDays(today, 1)],
  [/\b(?:today|tonight)\b/, (_, today) => today],
  [/\byesterday\b/, (_, today) => plusDays(today, -1)],
  [
    /\bin (?<count>an?|\d+) (?<unit>day|week|fortnight|month)s?\b|\b(?<count2>an?|\d+) (?<unit2>day|week|fortnight|month)s? (?:from (?:now|today)|ahead)\b/,
    ({ count, count2, unit, unit2 }, today) => plus(today, Number(count ?? count2) || 1, unit ?? unit2 ?? ""),
  ],
  [
    new RegExp(`\\b(?:(?:${WEEKDAY_NAME}) )?(?:on )?(?:the )?${DAY} (?:of )?${MONTH}\\b${YEAR}`),
    ({ day, month, year }, today, isPast) => inYear(today, monthOf(month), Number(day), year, isPast),
  ],
  [
    new RegExp(`\\b${MONTH} (?:the )?${DAY}\\b${NO_DATE_AFTER}${YEAR}`),
    ({ day, month, year }, today, isPast) => inYear(today, monthOf(month), Number(day), year, isPast),
  ],
  [
    /\b(?<month>\d{1,2})\/(?<day>\d{1,2})(?:\/(?<year>\d{4}|\d\d))?\b/,
    ({ month, day, year }, today, isPast) =>
      inYear(today, Number(month), Number(day), year?.length === 2 ? `20${year}` : year, isPast),
  ],
  [
    new RegExp(`\\b(?:an?|1) week (?:from|after|on) ${WEEKDAY}\\b|\\b(?<weekday2>${WEEKDAY_NAME}) week\\b`),
    ({ weekday, weekday2 }, today) => plusDays(nextWeekday(today, weekday ?? weekday2), 7),
  ],
  [
    new RegExp(`\\b(?:(?:${WEEKDAY_NAME}) )?(?:on )?the (?<day>\\d{1,2})(?:st|nd|rd|th)\\b${NO_DATE_AFTER}`),
    ({ day }, today, isPast) => dayOfMonth(today, Number(day), isPast),
  ],
  [
    new RegExp(`\\bnext week (?:on )?${WEEKDAY}\\b|\\b(?<weekday2>${WEEKDAY_NAME}) next week\\b`),
    ({ weekday, weekday2 }, today) => inNextWeek(today, weekday ?? weekday2),
  ],
  [new RegExp(`\\bnext ${WEEKDAY}\\b`), ({ weekday }, today) => inNextWeek(today, weekday)],
  [
    new RegExp(`\\blast ${WEEKDAY}\\b`),
    ({ weekday }, today) => plusDays(nextWeekday(today, weekday), -7 * (isToday(today, weekday) ? 2 : 1)),
  ],
  [new RegExp(`\\bthis ${WEEKDAY}\\b`), ({ weekday }, today) => (isToday(today, weekday) ? today : nextWeekday(today, weekday))],
  [new RegExp(`\\b${WEEKDAY}\\b`), ({ weekday }, today) => nextWeekday(today, weekday)],
  [/\bnext week\b/, (_, today) => plusDays(today, 7)],
  [/\bnext month\b/, (_, today) => plus(today, 1, "month")],
  [/\bnext weekend\b/, (_, today) => inNextWeek(today, "saturday")],
  [/\bweekend\b/, (_, today) => nextWeekday(today, "saturday")],
];

/**
 * Reads a day as people say it: "next tuesday", "the day after tomorrow", "the 5th of may". `today`: midnight in UTC. A day without a year is the next
 * such day, or the last one with `isPast`, as for a date of birth.
 */
export function readDate(heard: Heard, today: Date, isPast = false): Found<string> | undefined {
  for (const [pattern, read] of PATTERNS) {
    const found = find(heard, pattern, ({ groups }) => read({ ...groups }, today, isPast));
    if (found) return { ...found, value: found.value.toISOString().slice(0, 10) };
  }
  return undefined;
}

/** Undefined for a day that does not exist: February 30. */
function dateOf(year: number, month: number, day: number): Date | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date : undefined;
}

function plusDays(date: Date, days: number): Date {
  return new Date(date.getTime() + days * DAY_MS);
}

function plus(today: Date, count: number, unit: string): Date | undefined {
  if (count > 1000) return undefined;
  if (unit !== "month") return plusDays(today, count * (unit === "week" ? 7 : unit === "fortnight" ? 14 : 1));
  const year = today.getUTCFullYear();
  const month = today.getUTCMonth() + count;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(today.getUTCDate(), last)));
}

function monthOf(word = ""): number {
  return MONTHS.findIndex((month) => new RegExp(`^(?:${month})$`).test(word)) + 1;
}

function inYear(today: Date, month: number, day: number, year: string | undefined, isPast: boolean): Date | undefined {
  if (year !== undefined) return dateOf(Number(year.replace(" ", "")), month, day);
  const thisYear = today.getUTCFullYear();
  // The next February 29 can be eight years away.
  for (let step = 0; step <= 8; step++) {
    const date = dateOf(thisYear + (isPast ? -step : step), month, day);
    if (date && (isPast ? date <= today : date >= today)) return date;
  }
  return undefined;
}

function dayOfMonth(today: Date, day: number, isPast: boolean): Date | undefined {
  for (let step = 0; step <= 2; step++) {
    const first = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + (isPast ? -step : step), 1));
    const date = dateOf(first.getUTCFullYear(), first.getUTCMonth() + 1, day);
    if (date && (isPast ? date <= today : date >= today)) return date;
  }
  return undefined;
}

/** Days since Monday. */
function indexOf(weekday = ""): number {
  return WEEKDAYS.findIndex((each) => each.toLowerCase() === weekday);
}

function sinceMonday(date: Date): number {
  return (date.getUTCDay() + 6) % 7;
}

function isToday(today: Date, weekday: string | undefined): boolean {
  return sinceMonday(today) === indexOf(weekday);
}

/** The first such day after today. */
function nextWeekday(today: Date, weekday: string | undefined): Date {
  return plusDays(today, ((indexOf(weekday) - sinceMonday(today) + 6) % 7) + 1);
}

/** Weeks begin on Monday. */
function inNextWeek(today: Date, weekday: string | undefined): Date {
  return plusDays(today, 7 - sinceMonday(today) + indexOf(weekday));
}
