/** A digit, or several, as they are written or said. */
interface DigitToken {
  digits: string;
  start: number;
  end: number;
  /** A `+` stands before it. */
  isInternational: boolean;
}

/** Consecutive digits with only separators between them. */
export type DigitRun = readonly DigitToken[];

const WORDS: Readonly<Record<string, string>> = {
  zero: "0",
  oh: "0",
  o: "0",
  nought: "0",
  one: "1",
  two: "2",
  three: "3",
  four: "4",
  five: "5",
  six: "6",
  seven: "7",
  eight: "8",
  nine: "9",
  niner: "9",
  ten: "10",
  eleven: "11",
  twelve: "12",
  thirteen: "13",
  fourteen: "14",
  fifteen: "15",
  sixteen: "16",
  seventeen: "17",
  eighteen: "18",
  nineteen: "19",
};
const TENS: Readonly<Record<string, string>> = {
  twenty: "2",
  thirty: "3",
  forty: "4",
  fifty: "5",
  sixty: "6",
  seventy: "7",
  eighty: "8",
  ninety: "9",
};
const TIMES: Readonly<Record<string, number>> = { double: 2, triple: 3, quadruple: 4 };
const HUNDRED: Readonly<Record<string, string>> = { hundred: "00", thousand: "000" };
/** Said between the parts of a number. */
const LINKS = new Set(["dash", "hyphen", "space", "plus", "and", "then", "um", "uh", "er", "dot", "point"]);

/** The allowed text between two tokens of a run. */
const SEPARATOR = /^[\s\-–—.,()/…]{0,4}$/;

/** The runs of digits in a text, written (`4111 1111`) or said (`four one double one`). */
export function digitRunsOf(text: string): DigitRun[] {
  const runs: DigitToken[][] = [];
  let run: DigitToken[] = [];
  let end = 0;
  let times = 1;
  let pendingStart: number | undefined;
  const close = () => {
    if (run.length > 0) runs.push(run);
    run = [];
    times = 1;
    pendingStart = undefined;
  };
  for (const match of text.matchAll(/\d+|\p{L}+/gu)) {
    const [word] = match;
    const start = match.index;
    const key = word.toLowerCase();
    if (!SEPARATOR.test(text.slice(end, start).replace("+", ""))) close();
    end = start + word.length;
    const known = /^\d/.test(word) ? word : (WORDS[key] ?? (TENS[key] && `${TENS[key]}0`));
    if (known !== undefined) {
      const isInternational = text[start - 1] === "+" || /\bplus\s+$/i.test(text.slice(Math.max(0, start - 8), start));
      const token = { digits: known.repeat(times), start: pendingStart ?? start, end, isInternational };
      const last = run.at(-1);
      // Twenty-one is one number of two digits.
      if (last && isTens(text, last) && known.length === 1 && known !== "0" && times === 1 && !/^\d/.test(word)) {
        last.digits = last.digits.slice(0, -1) + known;
        last.end = end;
      } else run.push(token);
      times = 1;
      pendingStart = undefined;
    } else if (TIMES[key]) {
      times = TIMES[key];
      pendingStart = start;
    } else if (HUNDRED[key] && run.length > 0) {
      const last = run.at(-1);
      if (last) Object.assign(last, { digits: last.digits + HUNDRED[key], end });
    } else if (!LINKS.has(key)) close();
  }
  close();
  return runs;
}

function isTens(text: string, { start, end }: DigitToken): boolean {
  return TENS[text.slice(start, end).toLowerCase()] !== undefined;
}

export const digitsIn = (tokens: DigitRun): string => tokens.map(({ digits }) => digits).join("");
