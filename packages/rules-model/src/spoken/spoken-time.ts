import { type Found, find, type Heard } from "./heard.ts";

const HOUR = 60;
const HALF_DAY = 12 * HOUR;
const PART_OF_DAY = "am|pm|in the morning|in the afternoon|in the evening|at night|tonight|this (?:morning|afternoon|evening)";
/** "At 4 people" is no time. */
const NO_TIME_AFTER =
  "(?! (?:people|persons?|guests?|adults?|dollars?|euros?|pounds?|percent|minutes?|hours?|days?|weeks?|[a-z]+ street)\\b)";

type ReadMinutes = (groups: Record<string, string | undefined>) => number | undefined;

const PATTERNS: readonly [RegExp, ReadMinutes][] = [
  [/\b(?:noon|midday)\b/, () => HALF_DAY],
  [/\bmidnight\b/, () => 0],
  [
    new RegExp(
      `\\b(?<past>half|quarter|\\d{1,2})(?: minutes?)? (?:past|after) (?<hour>\\d{1,2})\\b(?: o'clock)?(?: (?<part>${PART_OF_DAY}))?`,
    ),
    ({ past, hour }) => clock(Number(hour), minutesOf(past)),
  ],
  [
    new RegExp(
      `\\b(?<before>quarter|5|10|20|25)(?: minutes?)? (?:to|2|before|till) (?<hour>\\d{1,2})\\b(?: o'clock)?(?: (?<part>${PART_OF_DAY}))?${NO_TIME_AFTER}`,
    ),
    ({ before, hour }) => clock(Number(hour) - 1 || 12, HOUR - minutesOf(before)),
  ],
  [
    new RegExp(`\\b(?<hour>\\d{1,2})[:.](?<minute>\\d\\d)\\b(?: o'clock)?(?: ?(?<part>${PART_OF_DAY}))?`),
    ({ hour, minute }) => clock(Number(hour), Number(minute)),
  ],
  [
    new RegExp(`\\b(?<hour>\\d{1,2})(?: (?<minute>\\d\\d))?(?: o'clock(?: (?<part>${PART_OF_DAY}))?| (?<part2>${PART_OF_DAY}))`),
    ({ hour, minute = "0" }) => clock(Number(hour), Number(minute)),
  ],
  [new RegExp(`\\bhalf (?<hour>\\d{1,2})\\b${NO_TIME_AFTER}`), ({ hour }) => clock(Number(hour), 30)],
  [
    new RegExp(`\\b(?:at|around|about|by) (?<hour>\\d{1,2})(?: (?<minute>\\d\\d))?\\b${NO_TIME_AFTER}`),
    ({ hour, minute = "0" }) => clock(Number(hour), Number(minute)),
  ],
];
const BARE = new RegExp(`\\b(?<hour>\\d{1,2})(?: (?<minute>\\d\\d))?\\b${NO_TIME_AFTER}`);

export interface TimeOptions {
  /** The time was requested, so a number alone is a time. */
  isAsked: boolean;
  /** "At seven" means the evening, as for a table in a restaurant. */
  isEvening: boolean;
}

/** Reads a time of day as people say it, "half past three", as "15:30". Without morning or evening it is between seven in the morning and seven in the evening. */
export function readTimeOfDay(heard: Heard, { isAsked, isEvening }: TimeOptions): Found<string> | undefined {
  const dayPart = /\b(?:morning|afternoon|evening|tonight|night)\b/.exec(heard.words)?.[0];
  for (const [pattern, read] of isAsked ? [...PATTERNS, [BARE, clockOf] as const] : PATTERNS) {
    const found = find(heard, pattern, ({ 0: text, groups = {} }) => {
      const minutes = read(groups);
      if (minutes === undefined) return undefined;
      // Noon, midnight and 08:00 are certain.
      const isCertain = groups.hour === undefined || groups.hour.startsWith("0");
      return isCertain ? minutes : inHalf(minutes, groups.part ?? groups.part2 ?? dayPart ?? "", isEvening, text);
    });
    if (found) return { ...found, value: written(found.value) };
  }
  return undefined;
}

const clockOf: ReadMinutes = ({ hour, minute = "0" }) => clock(Number(hour), Number(minute));

function clock(hour: number, minute: number): number | undefined {
  return hour <= 23 && minute <= 59 ? hour * HOUR + minute : undefined;
}

function minutesOf(part = ""): number {
  return part === "half" ? 30 : part === "quarter" ? 15 : Number(part);
}

function inHalf(minutes: number, part: string, isEvening: boolean, text: string): number {
  const hour = Math.floor(minutes / HOUR);
  if (hour > 12 || hour === 0) return minutes;
  if (/am|morning/.test(part)) return hour === 12 ? minutes - HALF_DAY : minutes;
  if (/pm|afternoon|evening|night/.test(part))
    return hour === 12 ? (/night/.test(part) ? minutes - HALF_DAY : minutes) : minutes + HALF_DAY;
  // "12 15" is a quarter past noon.
  if (hour === 12 || /\b\d\d:\d\d\b/.test(text)) return minutes;
  return hour < 7 || isEvening ? minutes + HALF_DAY : minutes;
}

function written(minutes: number): string {
  return `${String(Math.floor(minutes / HOUR)).padStart(2, "0")}:${String(minutes % HOUR).padStart(2, "0")}`;
}
