import { escaped, type Found, find, type Heard } from "./heard.ts";

const WRITTEN_EMAIL = /[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+/;
/** "ada dot lovelace at example dot com": up to eight words before "at". */
const SPOKEN_EMAIL =
  /(?<![a-z0-9'])((?:[a-z0-9._-]+ ){1,8})at ((?:[a-z0-9-]+ ){1,4}(?:dot [a-z0-9-]+ ?){1,3}|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?= |$)/;
const BEFORE_ADDRESS = /^.*\b(?:is|it's|its|that's|email|mail|address|to|me|my|use|and|um|uh|yes|sure)\b ?/;
const SIGNS: Record<string, string> = {
  dot: ".",
  point: ".",
  period: ".",
  underscore: "_",
  dash: "-",
  hyphen: "-",
  minus: "-",
  plus: "+",
};

/** Reads an e-mail address, written or spoken. */
export function readEmail(heard: Heard): Found<string> | undefined {
  return (
    find(heard, WRITTEN_EMAIL, ([address]) => address) ??
    find(heard, SPOKEN_EMAIL, ([, before = "", domain = ""]) => {
      const name = joined(before.trim().replace(BEFORE_ADDRESS, ""));
      return /[a-z0-9]/.test(name) ? `${name}@${joined(domain.trim())}` : undefined;
    })
  );
}

function joined(words: string): string {
  return words
    .split(" ")
    .map((word) => SIGNS[word] ?? word)
    .join("");
}

const PHONE = /(?:\+|\bplus )?\d(?:[\s().-]{0,2}\d){4,16}(?!\d)/;
const PHONE_MIN_DIGITS = 7;

/** Reads a telephone number as its digits, with a plus sign if it was spoken. A requested number can be short, such as an extension. */
export function readPhone(heard: Heard, isAsked: boolean): Found<string> | undefined {
  return find(heard, PHONE, ([text]) => {
    const digits = text.replace(/\D/g, "");
    if (digits.length < PHONE_MIN_DIGITS && !isAsked) return undefined;
    return /^(?:\+|plus)/.test(text) ? `+${digits}` : digits;
  });
}

const SPELLED = "(?:[a-z]|\\d+)(?:(?: |-)(?:[a-z]|\\d+|dash|hyphen))*";
const CODE_WORD = "[a-z]*\\d[a-z\\d-]*";
const AS_IN = /\b([a-z]) (?:as in|like|for) [a-z]+/g;

/**
 * Reads an order number, a postal code and similar: "a b 1 2", "ab12". It has a digit. A short one follows one of the `labels`, "order number", or
 * was requested.
 */
export function readCode(heard: Heard, labels: readonly string[], isAsked: boolean): Found<string> | undefined {
  const spelled = { ...heard, words: heard.words.replace(AS_IN, "$1") };
  const accept = (text: string, least: number) => {
    const code = codeOf(text);
    return isCode(code) && code.length >= (isAsked ? 1 : least) ? code : undefined;
  };
  const label = labels.map(escaped).join("|");
  const afterLabel = new RegExp(
    `\\b(?:${label})(?: (?:number|id|code|no|is|it's|its|the|my|of))* #?(${CODE_WORD}|${SPELLED})(?![a-z\\d])`,
  );
  return (
    find(spelled, afterLabel, ([, text = ""]) => accept(text, 2)) ??
    find(spelled, new RegExp(`(?<![a-z\\d'])#?(${SPELLED})(?![a-z\\d])`), ([, text = ""]) => accept(text, 3)) ??
    find(spelled, new RegExp(`(?<![a-z\\d'-])(${CODE_WORD})(?![a-z\\d-])`), ([, text = ""]) => accept(text, 3))
  );
}

/** A code has a digit, and is not an ordinal such as "1ST". */
function isCode(code: string): boolean {
  return /\d/.test(code) && !/^\d+(?:ST|ND|RD|TH)$/.test(code);
}

function codeOf(text: string): string {
  return text
    .replace(/\b(?:dash|hyphen)\b/g, "-")
    .replace(/ /g, "")
    .toUpperCase();
}
