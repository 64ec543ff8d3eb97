import type { RedactedKind } from "@callwright/contract";
import type { DigitRun } from "./digit-runs.ts";

/** A found number: its position in the text, and its kind. */
interface FoundNumber {
  start: number;
  end: number;
  kind: RedactedKind;
}

/** A run whose digits are one text, so that the digits of neighboring tokens are a slice of it. */
interface IndexedRun {
  tokens: DigitRun;
  digits: string;
  /** Digits before each token; last, of all tokens. */
  before: Uint32Array;
}

/** Neighboring tokens: from the first, up to and without the last. */
interface Part {
  from: number;
  to: number;
}

interface Check {
  kind: RedactedKind;
  length: number;
  test(digits: string, part: Part, tokens: DigitRun): boolean;
  /** The number may have other digits beside it. */
  standsBesideOthers?: boolean;
}

/** The kinds with the strictest check first. */
const CHECKS: readonly Check[] = [
  ...[19, 18, 17, 16, 15, 14, 13].map(
    (length): Check => ({ kind: "card-number", length, test: isCardNumber, standsBesideOthers: true }),
  ),
  ...[15, 14, 13, 12, 11, 10, 9, 8].map((length): Check => ({ kind: "phone-number", length, test: isInternationalNumber })),
  { kind: "ssn", length: 9, test: isSsn },
  ...[11, 10, 9, 7].map((length): Check => ({ kind: "phone-number", length, test: isNationalNumber })),
];
const LONGEST = 19;

/**
 * Finds the numbers in a run. A check looks at every part with its number of digits, from the left; the parts left and right of a number are then
 * checked by the following checks. Linear in the length of the run.
 */
export function numbersIn(tokens: DigitRun, wanted: readonly RedactedKind[]): FoundNumber[] {
  const run = indexed(tokens);
  const checks = CHECKS.filter(({ kind }) => wanted.includes(kind));
  const found: FoundNumber[] = [];
  let parts: Part[] = [{ from: 0, to: tokens.length }];
  for (const [index, check] of checks.entries()) {
    const left: Part[] = [];
    for (const part of parts) searchPart(part, index, check, left);
    parts = left;
  }
  return found.sort((one, other) => one.start - other.start);

  function searchPart(whole: Part, index: number, check: Check, left: Part[]): void {
    let rest: Part | undefined = whole;
    while (rest) {
      const part = firstPart(run, rest, check);
      if (!part) {
        left.push(rest);
        return;
      }
      take(part, check.kind);
      keep({ from: rest.from, to: part.from }, checks.slice(0, index + 1), left);
      const right: Part[] = [];
      keep({ from: part.to, to: rest.to }, checks.slice(0, index), right);
      [rest] = right;
    }
  }

  /** Digits that are now alone may be a number for the earlier checks. */
  function keep(part: Part, earlier: readonly Check[], left: Part[]): void {
    if (part.from === part.to) return;
    const length = lengthOf(run, part);
    const passed = length > LONGEST ? undefined : earlier.find((check) => check.length === length && passes(run, part, check));
    if (passed) take(part, passed.kind);
    else left.push(part);
  }

  function take({ from, to }: Part, kind: RedactedKind): void {
    const first = tokens[from];
    const last = tokens[to - 1];
    if (!first || !last) return;
    found.push({ start: Math.max(0, first.isInternational ? first.start - 1 : first.start), end: last.end, kind });
  }
}

function indexed(tokens: DigitRun): IndexedRun {
  const before = new Uint32Array(tokens.length + 1);
  for (const [index, { digits }] of tokens.entries()) before[index + 1] = (before[index] ?? 0) + digits.length;
  return { tokens, digits: tokens.map(({ digits }) => digits).join(""), before };
}

function lengthOf({ before }: IndexedRun, { from, to }: Part): number {
  return (before[to] ?? 0) - (before[from] ?? 0);
}

function passes({ tokens, digits, before }: IndexedRun, part: Part, { test }: Check): boolean {
  return test(digits.slice(before[part.from], before[part.to]), part, tokens);
}

/** The first neighboring tokens within `rest` that together have the check's number of digits and pass it. */
function firstPart(run: IndexedRun, rest: Part, check: Check): Part | undefined {
  const { before } = run;
  const isSpelled = rest.to - rest.from === lengthOf(run, rest);
  // Single spoken digits are a number only together.
  if (isSpelled && !check.standsBesideOthers)
    return lengthOf(run, rest) === check.length && passes(run, rest, check) ? rest : undefined;
  let to = rest.from;
  for (let from = rest.from; from < rest.to; from += 1) {
    const wanted = (before[from] ?? 0) + check.length;
    while (to < rest.to && (before[to] ?? 0) < wanted) to += 1;
    if (before[to] !== wanted) continue;
    const part = { from, to };
    if ((check.standsBesideOthers || isWhole(run, rest, part)) && passes(run, part, check)) return part;
  }
  return undefined;
}

/** A number written in groups may have other digits beside it. If it was spoken digit by digit, only its length identifies it. */
function isWhole(run: IndexedRun, rest: Part, part: Part): boolean {
  const tokens = part.to - part.from;
  return tokens === rest.to - rest.from || tokens < lengthOf(run, part);
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

function isCardNumber(digits: string): boolean {
  return ISSUERS.some(([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits)) && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const value = Number(digits[digits.length - 1 - index]) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** Area 000, 666 and 9xx, group 00 and serial 0000 are not given out. */
function isSsn(digits: string): boolean {
  return /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}

function isInternationalNumber(digits: string, { from }: Part, tokens: DigitRun): boolean {
  return (tokens[from]?.isInternational ?? false) || /^00[1-9]/.test(digits);
}

/** A number of North America, or one that begins with 0 as most others do. Seven digits only in the form 555-1234. */
function isNationalNumber(digits: string, { from, to }: Part, tokens: DigitRun): boolean {
  if (digits.length === 7) return to - from === 2 && tokens[from]?.digits.length === 3;
  if (digits.length === 9) return /^0[1-9]/.test(digits);
  return /^1?[2-9]\d{2}[2-9]\d{6}$/.test(digits) || /^0[1-9]/.test(digits);
}
