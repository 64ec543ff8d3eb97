import { REDACTED_KINDS, type RedactedKind } from "@callwright/contract";
import { type DigitRun, digitRunsOf, digitsIn } from "./digit-runs.ts";

export interface RedactedSpan {
  start: number;
  end: number;
  kind: RedactedKind | "digits";
}

const NAMES: Readonly<Record<RedactedSpan["kind"], string>> = {
  digits: "[DIGITS]",
  "card-number": "[CARD NUMBER]",
  ssn: "[SSN]",
  email: "[EMAIL]",
  "phone-number": "[PHONE NUMBER]",
};

const WRITTEN_EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** `ann dot lee at example dot com`, and spelled: `a n n at example dot com`. */
const SAID_EMAIL =
  /\b(?:[a-z0-9]\s+){0,40}[a-z0-9._-]{1,64}(?:\s+(?:dot|underscore|dash|hyphen|plus)\s+[a-z0-9]{1,64}){0,6}\s+at\s+[a-z0-9-]{1,63}(?:\s+(?:dash|hyphen)\s+[a-z0-9]{1,63}){0,3}(?:\s+dot\s+[a-z]{2,24}|\.[a-z]{2,24}){1,4}\b/gi;

/** Replaces card numbers, social security numbers, e-mail addresses and telephone numbers by their names in brackets. */
export function redactText(text: string, kinds: readonly RedactedKind[]): string {
  return replaceSpans(text, redactedSpans(text, kinds));
}

/** An empty list of kinds stands for all. */
export function redactedSpans(text: string, kinds: readonly RedactedKind[]): RedactedSpan[] {
  const wanted = kinds.length > 0 ? kinds : REDACTED_KINDS;
  const spans: RedactedSpan[] = [];
  if (wanted.includes("email"))
    for (const pattern of [WRITTEN_EMAIL, SAID_EMAIL])
      for (const match of text.matchAll(pattern))
        add(spans, { start: match.index, end: match.index + match[0].length, kind: "email" });
  for (const run of digitRunsOf(text)) for (const span of numbersIn(run, wanted)) add(spans, span);
  return spans.sort((one, other) => one.start - other.start);
}

/** The first one that covers a place has it. */
function add(spans: RedactedSpan[], span: RedactedSpan): void {
  if (!spans.some(({ start, end }) => span.start < end && start < span.end)) spans.push(span);
}

export function replaceSpans(text: string, spans: readonly RedactedSpan[]): string {
  let redacted = "";
  let from = 0;
  for (const { start, end, kind } of spans) {
    redacted += text.slice(from, start) + NAMES[kind];
    from = end;
  }
  return redacted + text.slice(from);
}

const CHECKS: readonly (readonly [RedactedKind, readonly number[], (tokens: DigitRun) => boolean])[] = [
  ["card-number", [19, 18, 17, 16, 15, 14, 13], isCardNumber],
  ["phone-number", [15, 14, 13, 12, 11, 10, 9, 8], isInternationalNumber],
  ["ssn", [9], isSsn],
  ["phone-number", [11, 10, 9, 7], isNationalNumber],
];

/** Takes the numbers out of a run, the kinds with the strictest check first. */
function numbersIn(run: DigitRun, wanted: readonly RedactedKind[]): RedactedSpan[] {
  for (const [kind, lengths, isOne] of CHECKS) {
    if (!wanted.includes(kind)) continue;
    for (const length of lengths) {
      const found = windowOf(run, length, (tokens) => isOne(tokens) && (kind === "card-number" || isWhole(run, tokens)));
      if (!found) continue;
      const [from, to] = found;
      const first = run[from];
      const last = run[to - 1];
      if (!first || !last) continue;
      const start = first.isInternational ? first.start - 1 : first.start;
      const span = { start: Math.max(0, start), end: last.end, kind };
      return [...numbersIn(run.slice(0, from), wanted), span, ...numbersIn(run.slice(to), wanted)];
    }
  }
  return [];
}

/** Written in groups a number may stand beside others. Said digit by digit, its length alone tells it. */
function isWhole(run: DigitRun, tokens: DigitRun): boolean {
  return tokens.length === run.length || tokens.some(({ digits }) => digits.length > 1);
}

/** Tokens that together have this many digits and pass the check. */
function windowOf(run: DigitRun, length: number, isOne: (tokens: DigitRun) => boolean): [number, number] | undefined {
  for (let from = 0; from < run.length; from += 1) {
    let count = 0;
    for (let to = from; to < run.length && count < length; to += 1) {
      count += run[to]?.digits.length ?? 0;
      if (count === length && isOne(run.slice(from, to + 1))) return [from, to + 1];
    }
  }
  return undefined;
}

/** Prefixes of card issuers with the lengths of their numbers. */
const ISSUERS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^3(?:0[0-5]|[68])/, [14]],
  [/^(?:6011|64[4-9]|65|62|35(?:2[89]|[3-8]))/, [16, 17, 18, 19]],
  [/^(?:50|5[6-8]|6)/, [13, 14, 15, 16, 17, 18, 19]],
];

function isCardNumber(tokens: DigitRun): boolean {
  const digits = digitsIn(tokens);
  return ISSUERS.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length)) && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Area 000, 666 and 9xx, group 00 and serial 0000 are not given out. */
function isSsn(tokens: DigitRun): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digitsIn(tokens));
}

function isInternationalNumber(tokens: DigitRun): boolean {
  const digits = digitsIn(tokens);
  return (tokens[0]?.isInternational ?? false) || /^00[1-9]/.test(digits);
}

/** Of North America, or one that begins with 0 as most others do. Seven digits only in the form 555-1234. */
function isNationalNumber(tokens: DigitRun): boolean {
  const digits = digitsIn(tokens);
  if (digits.length === 7) return tokens.length === 2 && tokens[0]?.digits.length === 3;
  if (digits.length === 9) return /^0[1-9]/.test(digits);
  return /^1?[2-9]\d{2}[2-9]\d{6}$/.test(digits) || /^0[1-9]/.test(digits);
}
