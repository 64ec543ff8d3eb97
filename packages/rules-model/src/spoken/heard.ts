import { canonicalDays } from "../answers/weekday.ts";
import { numbersAsDigits } from "./number-words.ts";

/** A caller's words while values are read from them. The words of a read value are removed, so that they are not read twice. */
export interface Heard {
  /** The unchanged words. */
  said: string;
  /** Lower case, one space between words, numbers as digits, names of days as they are written; ` | ` where a sentence or a value ends. */
  words: string;
}

/** A value, and what is left of the words. */
export interface Found<Value> {
  value: Value;
  rest: Heard;
}

const TENS_WITH_HYPHEN = /\b((?:twen|thir|for|fif|six|seven|eigh|nine)ty)-(?=[a-z])/g;
/** Spellings of recognizers, with their meanings. */
const MEANT: readonly [RegExp, string][] = [
  [/\b([ap])\.\s?m\b\.?/g, "$1m"],
  [/\b(\d+)\s?([ap])\s?m\b/g, "$1 $2m"],
  [/\boh? ?clock\b/g, "o'clock"],
  [/\bpassed(?= (?:\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve))/g, "past"],
  [/\b(quarter|ten|twenty) (?:two|too) (?=\d|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)/g, "$1 to "],
  [/\bate (?=\d\d\b|thirty|fifteen|forty|o'clock)/g, "eight "],
  [/\ba couple(?: of)?\b/g, "2"],
  [/\bhalf a dozen\b/g, "6"],
  [/\b(?:a|one) dozen\b/g, "12"],
  [/\ba (hundred|thousand)\b/g, "one $1"],
  [/\bto ?morrow\b/g, "tomorrow"],
  [/\bto ?day\b/g, "today"],
  [/\bto ?night\b/g, "tonight"],
];

/** Prepares the caller's words. */
export function hear(said: string): Heard {
  let text = said.toLowerCase().replace(/[’‘]/g, "'").replace(TENS_WITH_HYPHEN, "$1 ");
  for (const [pattern, meant] of MEANT) text = text.replace(pattern, meant);
  text = text
    .replace(/[!?;"“”()]|[.:](?=\s|$)/g, " | ")
    .replace(/,(?!\d{3}\b)/g, " ")
    .replace(/(?<=\d),(?=\d{3}\b)/g, "");
  const words = numbersAsDigits(text.match(/\S+/g) ?? []).join(" ");
  return { said, words: canonicalDays(joinedDigits(words)) };
}

/** "1 oh 2" is "1 0 2", "double 5" is "5 5", "3 point 5" is "3.5". */
function joinedDigits(words: string): string {
  return words
    .replace(/\b(?:double|twice) (\d)\b/g, "$1 $1")
    .replace(/\btriple (\d)\b/g, "$1 $1 $1")
    .replace(/(?<=\b\d )oh?\b|\boh?(?= \d\b)/g, "0")
    .replace(/\b(\d+) point (\d+)\b/g, "$1.$2");
}

/** Finds a value by a pattern, and removes its words. */
export function find<Value>(
  heard: Heard,
  pattern: RegExp,
  read: (match: RegExpExecArray) => Value | undefined,
): Found<Value> | undefined {
  const search = new RegExp(pattern.source, `${pattern.flags.replace("g", "")}g`);
  for (let match = search.exec(heard.words); match; match = search.exec(heard.words)) {
    const value = match[0] === "" ? undefined : read(match);
    if (value !== undefined) return { value, rest: without(heard, match.index, match.index + match[0].length) };
    search.lastIndex = match.index + 1;
  }
  return undefined;
}

function without({ said, words }: Heard, from: number, until: number): Heard {
  return { said, words: `${words.slice(0, from)} | ${words.slice(until)}`.replace(/\s+/g, " ").trim() };
}

/** Words with the capitals of the caller's text; if it has none, each begins with one. */
export function asName({ said }: Heard, words: string): string {
  const written = new Map((said.match(/[\p{L}'’-]+/gu) ?? []).map((word) => [word.toLowerCase(), word]));
  return words
    .split(" ")
    .map((word) => {
      const known = written.get(word) ?? word;
      return known === known.toLowerCase() ? known.charAt(0).toUpperCase() + known.slice(1) : known;
    })
    .join(" ");
}

/** A pattern that matches exactly this text. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
