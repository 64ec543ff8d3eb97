const NUMBER_WORDS = ["twelve", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"];
const TENS: Record<number, string> = { 20: "twenty", 30: "thirty", 40: "forty", 50: "fifty" };
const TEENS = [
  "ten",
  "eleven",
  "twelve",
  "thirteen",
  "fourteen",
  "fifteen",
  "sixteen",
  "seventeen",
  "eighteen",
  "nineteen",
] as const;
const HOUR = 60;
const NOON = 12 * HOUR;

const NUMBER = `\\d{1,2}|${NUMBER_WORDS.join("|")}`;
const HALF = "[ap]\\.?m\\.?|in the (?:morning|afternoon|evening)|at night|o'?clock";
/** A time of day in lower case text; no groups, no flags. A bare number is a time only beside another time. */
export const TIME_PATTERN = `noon|midday|midnight|(?:${NUMBER})(?:[:.]\\d\\d)?(?:\\s?h\\b)?(?:\\s?(?:${HALF}))?`;

/** Minutes after midnight of a text matched by `TIME_PATTERN`. `certain` is false if it may be morning or afternoon. */
export function readTime(text: string): { minutes: number; certain: boolean } | undefined {
  if (/noon$|^midday/.test(text) && !/\d|after/.test(text)) return { minutes: NOON, certain: true };
  if (/^midnight/.test(text)) return { minutes: 0, certain: true };
  const match = new RegExp(`^(${NUMBER})(?:[:.](\\d\\d))?`).exec(text);
  if (!match?.[1]) return undefined;
  const word = NUMBER_WORDS.indexOf(match[1]);
  const hour = word === -1 ? Number(match[1]) : word === 0 ? 12 : word;
  const minutes = hour * HOUR + Number(match[2] ?? 0);
  if (hour > 24) return undefined;
  const half = text.slice(match[0].length).trim();
  if (/^p|afternoon|evening|night/.test(half)) return { minutes: hour < 12 ? minutes + NOON : minutes, certain: true };
  if (/^a|morning/.test(half)) return { minutes: hour === 12 ? minutes - NOON : minutes, certain: true };
  // Twenty-four hours: 08:00, 14:00. "8" and "8:00" may be either.
  return { minutes, certain: hour > 12 || text.startsWith("0") };
}

/** A time as people say it: 480 is "eight in the morning", 870 "two thirty in the afternoon". */
export function speakTime(minutes: number): string {
  const inDay = minutes % (24 * HOUR);
  if (inDay === 0) return "midnight";
  if (inDay === NOON) return "noon";
  const hour = Math.floor(inDay / HOUR);
  const past = speakMinutes(inDay % HOUR);
  const half = hour < 12 ? "in the morning" : hour < 18 ? "in the afternoon" : hour < 21 ? "in the evening" : "at night";
  return `${NUMBER_WORDS[hour % 12]}${past === "" ? "" : ` ${past}`} ${half}`;
}

function speakMinutes(minutes: number): string {
  if (minutes === 0) return "";
  if (minutes < 10) return `oh ${NUMBER_WORDS[minutes]}`;
  if (minutes < 20) return TEENS[minutes - 10] ?? "";
  const ones = minutes % 10;
  return `${TENS[minutes - ones]}${ones === 0 ? "" : ` ${NUMBER_WORDS[ones]}`}`;
}
