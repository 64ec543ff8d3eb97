export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

const WORKING_DAYS = WEEKDAYS.slice(0, 5);
const WEEKEND = WEEKDAYS.slice(5);
/** Includes a recognizer's mistakes: "son day", "satur day". */
const NAMES: readonly [RegExp, readonly Weekday[]][] = [
  [/mon(?:\s?day)?s?|mun\s?day|moon\s?day/, ["Monday"]],
  [/tue(?:s(?:\s?day)?)?s?|choose\s?day|two'?s\s?day|chews\s?day/, ["Tuesday"]],
  [/wed(?:nes\s?day)?s?|wens\s?day/, ["Wednesday"]],
  [/thu(?:r(?:s(?:\s?day)?)?)?s?|thirst?\s?day/, ["Thursday"]],
  [/fri(?:\s?day)?s?|fry\s?day/, ["Friday"]],
  [/sat(?:ur\s?day)?s?|settle?r\s?day/, ["Saturday"]],
  [/sun(?:\s?day)?s?|son\s?day/, ["Sunday"]],
  [/weekdays?|week days?|working days?|business days?|during the week/, WORKING_DAYS],
  [/weekends?/, WEEKEND],
  [/every ?day|daily|all week|seven days(?: a week)?|7 days(?: a week)?/, WEEKDAYS],
];

/** A pattern for the name of a day or of a group of days, in lower case text; no groups, no flags. */
export const DAY_PATTERN = NAMES.map(([pattern]) => pattern.source).join("|");

const ANY_DAY = new RegExp(`\\b(?:${DAY_PATTERN})\\b`, "g");
const SPOKEN_DAY = /day|week|daily/;

/** The days that a text matched by `DAY_PATTERN` names. */
export function daysNamed(name: string): readonly Weekday[] {
  return NAMES.find(([pattern]) => new RegExp(`^(?:${pattern.source})$`).test(name))?.[1] ?? [];
}

/** Monday to Friday, or Saturday to Tuesday over the weekend. */
export function daysFromTo(first: Weekday, last: Weekday): Weekday[] {
  const days: Weekday[] = [];
  for (let index = WEEKDAYS.indexOf(first); ; index = (index + 1) % WEEKDAYS.length) {
    const day = WEEKDAYS[index];
    if (day) days.push(day);
    if (day === last || days.length === WEEKDAYS.length) return days;
  }
}

/** The days named in what a caller said, in the order of the week. Short forms are for prompts: a caller says "sat" of a chair. */
export function daysMentioned(text: string): Weekday[] {
  const names = [...text.toLowerCase().matchAll(ANY_DAY)].map(([name]) => name).filter((name) => SPOKEN_DAY.test(name));
  const mentioned = new Set(names.flatMap(daysNamed));
  return WEEKDAYS.filter((day) => mentioned.has(day));
}

/** The caller's words without days. */
export function withoutDays(text: string): string {
  return text.toLowerCase().replace(ANY_DAY, (name) => (SPOKEN_DAY.test(name) ? "" : name));
}

/** The text with each single day by its name, in lower case: "son day" is "sunday". */
export function canonicalDays(text: string): string {
  return text.replace(ANY_DAY, (name) => {
    const [day, ...others] = SPOKEN_DAY.test(name) ? daysNamed(name) : [];
    return day && others.length === 0 ? day.toLowerCase() : name;
  });
}
