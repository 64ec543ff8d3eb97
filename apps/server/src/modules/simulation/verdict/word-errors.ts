import { normalizeWords } from "@callwright/contract";

const UNITS = [
  ...["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"],
  ...["fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"],
];
const TENS = ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
/** Sounds of hesitation, which recognizers leave out. The list is that of Whisper's normalizer of English texts. */
const FILLERS = new Set(["um", "uh", "hmm", "mm", "mhm", "mmm", "er", "erm"]);

/**
 * The words of a text as they are compared: without case, punctuation and hesitation; numbers written out, longer ones digit by digit, because
 * recognizers of English write some as digits.
 */
export function comparedWords(text: string): string[] {
  return normalizeWords(text)
    .replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu, " ")
    .split(" ")
    .flatMap((word) => (/^\d+$/.test(word) ? numberWords(word) : [word]))
    .filter((word) => word !== "" && !FILLERS.has(word));
}

function numberWords(digits: string): string[] {
  if (digits.length > 2) return [...digits].map((digit) => UNITS[Number(digit)] ?? digit);
  const number = Number(digits);
  const unit = UNITS[number];
  return unit === undefined ? [TENS[Math.floor(number / 10)] ?? "", number % 10 === 0 ? "" : (UNITS[number % 10] ?? "")] : [unit];
}

/** Words heard beyond this multiple of the meant ones, and some more, count as added without a comparison: a transcriber may make up any number. */
const COMPARED = { times: 2, more: 200 };

/** The fewest words that are replaced, left out or added on the way from one text to the other. */
export function wordErrors(meant: readonly string[], heard: readonly string[]): number {
  const compared = heard.slice(0, COMPARED.times * meant.length + COMPARED.more);
  let previous = Uint32Array.from({ length: compared.length + 1 }, (_, index) => index);
  for (const [row, word] of meant.entries()) {
    const current = new Uint32Array(previous.length);
    current[0] = row + 1;
    for (const [index, other] of compared.entries()) {
      const replaced = (previous[index] ?? 0) + (word === other ? 0 : 1);
      current[index + 1] = Math.min(replaced, (previous[index + 1] ?? 0) + 1, (current[index] ?? 0) + 1);
    }
    previous = current;
  }
  return (previous.at(-1) ?? 0) + heard.length - compared.length;
}
