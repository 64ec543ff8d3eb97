const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
const MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december";
const NUMBERS: readonly string[] = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const NUMBER = `(?:\\d{1,3}|${NUMBERS.join("|")})`;
const WEEKDAY = new RegExp(`\\b(?:${WEEKDAYS.join("|")})\\b`, "gi");
const PART_OF_DAY = `(?: (?:morning|afternoon|evening|night|(?:before|after|around) (?:noon|lunch|${NUMBER})))?`;

const DAY = new RegExp(
  [
    `\\b(?:next |this )?(?:${WEEKDAYS.join("|")}|today|tonight|tomorrow)\\b${PART_OF_DAY}`,
    `\\b\\d{1,2}(?:st|nd|rd|th)? (?:of )?(?:${MONTHS})(?: \\d{4})?\\b`,
    `\\b(?:${MONTHS}) \\d{1,2}(?:st|nd|rd|th)?(?:,? \\d{4})?\\b`,
    "\\b\\d{4}-\\d{2}-\\d{2}\\b",
  ].join("|"),
  "gi",
);
const TIME = new RegExp(
  [
    "\\b\\d{1,2}:\\d{2}(?: ?[ap]\\.?m\\b\\.?)?",
    "\\b\\d{1,2} ?[ap]\\.?m\\b\\.?",
    `\\b(?:half past|quarter to|quarter past) ${NUMBER}\\b`,
    `\\b${NUMBER} (?:o'clock|fifteen|thirty|forty[- ]five)\\b`,
    "\\bnoon\\b",
    `(?<=\\bat )${NUMBER}\\b`,
  ].join("|"),
  "gi",
);
const COUNT = new RegExp(`(?<=\\b(?:for|of) )${NUMBER}\\b(?! ?(?:[ap]\\.?m|o'clock|:|minutes|hours|days|${MONTHS}))`, "gi");

/** The values in a caller's words: as they are written, the last of each kind. */
export interface SpokenValues {
  day?: string | undefined;
  time?: string | undefined;
  count?: string | undefined;
}

/** How many places to go "to" are tried, from the last one. */
const TARGETS_MAX = 20;

/** What a request is for. A request to change something names the old value first: "move my visit of Tuesday 10:40 to Thursday". */
export function valuesIn(text: string): SpokenValues {
  const parts = text.split(/ to (?=\S)/).slice(-TARGETS_MAX);
  const targets = parts.map((_, place) => parts.slice(place).join(" to "));
  const target = targets.findLast((part) => part.search(DAY) !== -1 || part.search(TIME) !== -1) ?? text;
  const lastOf = (pattern: RegExp) => target.match(pattern)?.at(-1);
  const day = lastOf(DAY);
  const part = day === undefined ? undefined : /(?:morning|afternoon|evening)$/i.exec(day)?.[0];
  return { day, time: lastOf(TIME) ?? (part && `in the ${part.toLowerCase()}`), count: lastOf(COUNT) };
}

/** The names of weekdays in a text, in lower case. */
export const weekdaysIn = (text: string): string[] => (text.match(WEEKDAY) ?? []).map((day) => day.toLowerCase());

export const hasTime = (text: string): boolean => text.search(TIME) !== -1;

/** The offered times or days of "I have two fifteen or four thirty": all that stands in the text, in order. */
export function offersIn(text: string): string[] {
  const times = text.match(TIME) ?? [];
  return times.length > 0 ? times : (text.match(DAY) ?? []);
}

/** Another value of the same kind, for a slip of the tongue. `roll`: from 0 up to 1. Undefined for a value that has no other one nearby. */
export function otherValue(value: string, roll: number): string | undefined {
  const day = WEEKDAYS.findIndex((each) => new RegExp(`\\b${each}\\b`, "i").test(value));
  if (day !== -1) {
    // Another working day.
    const other = WEEKDAYS.slice(0, 5).filter((_, index) => index !== day);
    const chosen = other[Math.floor(roll * other.length)] ?? "Monday";
    return value.replace(new RegExp(`\\b${WEEKDAYS[day]}\\b`, "i"), chosen);
  }
  const word = NUMBERS.indexOf(value.toLowerCase());
  if (word !== -1) return NUMBERS[(word + 1 + Math.floor(roll * 2)) % NUMBERS.length];
  if (/^\d{1,3}$/.test(value)) return String(Number(value) + 1 + Math.floor(roll * 2));
  return undefined;
}
