const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety";
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth";

interface NumberWord {
  value: number;
  /** "first": ends the number. */
  isOrdinal: boolean;
}

const WORDS = new Map<string, NumberWord>();
for (const [value, word] of ONES.split(" ").entries()) WORDS.set(word, { value, isOrdinal: false });
for (const [value, word] of ORDINALS.split(" ").entries()) WORDS.set(word, { value, isOrdinal: true });
for (const [index, word] of TENS.split(" ").entries()) {
  WORDS.set(word, { value: (index + 2) * 10, isOrdinal: false });
  WORDS.set(word.replace(/y$/, "ieth"), { value: (index + 2) * 10, isOrdinal: true });
}

/** Writes number words as digits: "two hundred and five" is "205", "twenty first" is "21st", "one two three" is "1 2 3". Lower case words. */
export function numbersAsDigits(words: readonly string[]): string[] {
  const digits: string[] = [];
  for (let index = 0; index < words.length; ) {
    const read = readNumber(words, index);
    digits.push(read?.digits ?? words[index] ?? "");
    index = read?.next ?? index + 1;
  }
  return digits;
}

function readNumber(words: readonly string[], start: number): { digits: string; next: number } | undefined {
  let thousands = 0;
  let rest: number | undefined;
  let afterUnit = false;
  let next = start;
  for (; ; next++) {
    const word = words[next] ?? "";
    const known = WORDS.get(word);
    if (known) {
      const { value, isOrdinal } = known;
      if (rest !== undefined && !afterUnit && !(value > 0 && value < 10 && rest % 100 >= 20 && rest % 10 === 0)) break;
      rest = (rest ?? 0) + value;
      afterUnit = false;
      if (isOrdinal) return { digits: ordinal(thousands + rest), next: next + 1 };
    } else if (word === "hundred" && rest !== undefined && rest > 0 && rest < 100 && !afterUnit) {
      rest *= 100;
      afterUnit = true;
    } else if (word === "thousand" && rest !== undefined && rest > 0 && thousands === 0) {
      thousands = rest * 1000;
      rest = 0;
      afterUnit = true;
    } else if (!(word === "and" && afterUnit && WORDS.has(words[next + 1] ?? ""))) break;
  }
  return rest === undefined ? undefined : { digits: String(thousands + rest), next };
}

function ordinal(value: number): string {
  const isTeen = value % 100 > 10 && value % 100 < 14;
  return `${value}${(isTeen ? undefined : ["th", "st", "nd", "rd"][value % 10]) ?? "th"}`;
}
