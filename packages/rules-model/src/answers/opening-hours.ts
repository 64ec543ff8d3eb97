import { readTime, speakTime, TIME_PATTERN } from "./clock-time.ts";
import { DAY_PATTERN, daysFromTo, daysNamed, WEEKDAYS, type Weekday } from "./weekday.ts";

/** When a day is open, in minutes after midnight; an empty list is a closed day. */
export type OpeningHours = Map<Weekday, readonly (readonly [fromMinutes: number, untilMinutes: number])[]>;

const HALF_DAY = 12 * 60;
const EARLIEST_OPENING = 6 * 60;
const JOINS = "\\s*(?:-|–|—|to|until|till|til|through|and)\\s*";
const TOKEN = new RegExp(
  [
    `\\b(?<firstDay>${DAY_PATTERN})\\b\\.?(?:\\s*(?:-|–|—|to|until|through)\\s*(?<lastDay>${DAY_PATTERN})\\b)?`,
    `(?<from>\\b(?:${TIME_PATTERN}))${JOINS}(?<until>(?:${TIME_PATTERN}))(?![\\w%])`,
    "\\b(?<closed>closed|not open|shut)\\b",
  ].join("|"),
  "g",
);

/**
 * Reads opening hours out of one line: "Monday to Friday 7:30 – 19:00", "Sat 9am-1pm, closed on Sundays", "from 9 to 5 on weekdays".
 * Days and times may come in either order. Answers an empty map for a line without hours.
 */
export function readOpeningHours(line: string): OpeningHours {
  const hours: OpeningHours = new Map();
  let days: Weekday[] = [];
  let times: [number, number][] | undefined;
  let daysAreSettled = false;
  const settle = () => {
    if (days.length === 0 || !times) return;
    for (const day of days) hours.set(day, times);
    daysAreSettled = true;
  };
  for (const { groups } of line.toLowerCase().matchAll(TOKEN)) {
    if (groups?.firstDay) {
      if (daysAreSettled) {
        days = [];
        times = undefined;
        daysAreSettled = false;
      }
      days.push(...daysInToken(groups.firstDay, groups.lastDay));
      // Times before their days: "from 9 to 5 on weekdays", "closed on Sunday".
      if (times) settle();
    } else if (groups?.closed) {
      if (daysAreSettled) days = [];
      daysAreSettled = false;
      times = [];
      settle();
    } else if (groups?.from && groups.until) {
      const range = readRange(groups.from, groups.until);
      if (!range) continue;
      times = daysAreSettled && times ? [...times, range] : [range];
      settle();
    }
  }
  return hours;
}

function daysInToken(first: string, last: string | undefined): readonly Weekday[] {
  const from = daysNamed(first);
  const until = last === undefined ? undefined : daysNamed(last)[0];
  return from[0] && until ? daysFromTo(from[0], until) : from;
}

/** "9 to 5" ends in the afternoon; "2 to 6 in the evening" begins there, "7 to 6 in the evening" does not. */
function readRange(fromText: string, untilText: string): [number, number] | undefined {
  const from = readTime(fromText);
  const until = readTime(untilText);
  if (!from || !until) return undefined;
  const endsLate = !until.certain && until.minutes <= from.minutes && until.minutes + HALF_DAY > from.minutes;
  const beginsLate = !from.certain && from.minutes < EARLIEST_OPENING && until.certain && until.minutes > from.minutes + HALF_DAY;
  return [beginsLate ? from.minutes + HALF_DAY : from.minutes, endsLate ? until.minutes + HALF_DAY : until.minutes];
}

/** The hours of some days in full sentences, days with the same hours together. Days that are not known are left out. */
export function speakOpeningHours(hours: OpeningHours, days: readonly Weekday[] = WEEKDAYS): string {
  const groups: { days: Weekday[]; spoken: string }[] = [];
  for (const day of WEEKDAYS) {
    const ranges = hours.get(day);
    if (!ranges || !days.includes(day)) continue;
    const spoken =
      ranges.length === 0
        ? "we are closed"
        : `we are open ${ranges.map(([from, until]) => `from ${speakTime(from)} until ${speakTime(until)}`).join(" and ")}`;
    const last = groups.at(-1);
    if (last?.spoken === spoken) last.days.push(day);
    else groups.push({ days: [day], spoken });
  }
  return groups.map((group) => `${speakDays(group.days)}, ${group.spoken}.`).join(" ");
}

function speakDays(days: readonly Weekday[]): string {
  const [first, second] = days;
  if (days.length === WEEKDAYS.length) return "Every day";
  if (days.length === 1) return `On ${first}`;
  return days.length === 2 ? `On ${first} and ${second}` : `From ${first} to ${days.at(-1)}`;
}
