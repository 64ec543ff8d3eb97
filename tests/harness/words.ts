/** Compares spoken and recognized words: a recognizer may miss a word, but never the day. */

const UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Lower-case words; the digits of a clock and the title of a man are written out. */
export function words(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/\bmr\b/g, "mister")
    .replace(/\b(\d{1,2}):00\b/g, "$1")
    .replace(/\b\d{1,2}\b/g, (digits) => UNITS[Number(digits)] ?? digits)
    .replace(/[^a-z' ]+/g, " ")
    .split(/\s+/)
    .filter((word) => word !== "");
}

/** Length of the longest common subsequence. */
function inOrder(expected: readonly string[], heard: readonly string[]): number {
  let previous = new Array<number>(heard.length + 1).fill(0);
  for (const word of expected) {
    const row = [0];
    for (const [index, other] of heard.entries()) {
      row.push(word === other ? (previous[index] ?? 0) + 1 : Math.max(previous[index + 1] ?? 0, row[index] ?? 0));
    }
    previous = row;
  }
  return previous.at(-1) ?? 0;
}

/** Share of the expected words that were heard in their order, 0 to 1. */
export function shareHeard(expected: string, heard: string): number {
  const wanted = words(expected);
  return wanted.length === 0 ? 1 : inOrder(wanted, words(heard)) / wanted.length;
}

/** How many words are wrong, missing or invented. */
export function wordErrors(expected: string, heard: string): number {
  const found = words(heard);
  let previous = found.map((_, index) => index + 1);
  previous.unshift(0);
  for (const [row, word] of words(expected).entries()) {
    const current = [row + 1];
    for (const [index, other] of found.entries()) {
      const replaced = (previous[index] ?? 0) + (word === other ? 0 : 1);
      current.push(Math.min(replaced, (previous[index + 1] ?? 0) + 1, (current[index] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

const daysIn = (text: string) => DAYS.filter((day) => words(text).some((word) => word.replace(/'?s$/, "") === day));

/**
 * The difference between the expected and the recognized words, or nothing. The days must be the same; of the words, `leastShare` (default 0.7) must
 * match in order.
 */
export function hearingProblem(expected: string, heard: string, leastShare = 0.7): string | undefined {
  const wantedDays = daysIn(expected).join(", ");
  const heardDays = daysIn(heard).join(", ");
  if (wantedDays !== heardDays) return `the days are '${heardDays}' instead of '${wantedDays}' in: ${heard}`;
  const share = shareHeard(expected, heard);
  if (share < leastShare) return `only ${Math.round(share * 100)} % of '${expected}' is in: ${heard}`;
  return undefined;
}
