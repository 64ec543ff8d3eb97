import { REDACTED_KINDS, REDACTION_MAX_CHARACTERS, type RedactedKind } from "@callwright/contract";
import { WorkBudget, withinBudget } from "@callwright/engine/conversation";
import { digitRunsOf } from "./digit-runs.ts";
import { numbersIn } from "./numbers-in.ts";

export interface RedactedSpan {
  start: number;
  end: number;
  kind: RedactedKind | "digits" | "withheld";
}

const NAMES: Readonly<Record<RedactedSpan["kind"], string>> = {
  digits: "[DIGITS]",
  "card-number": "[CARD NUMBER]",
  ssn: "[SSN]",
  email: "[EMAIL]",
  "phone-number": "[PHONE NUMBER]",
  withheld: "[withheld: too costly to redact]",
};

const WRITTEN_EMAIL = /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** `ann dot lee at example dot com`, and spelled: `a n n at example dot com`. */
const SAID_EMAIL =
  /\b(?:[a-z0-9]\s+){0,40}[a-z0-9._-]{1,64}(?:\s+(?:dot|underscore|dash|hyphen|plus)\s+[a-z0-9]{1,64}){0,6}\s+at\s+[a-z0-9-]{1,63}(?:\s+(?:dash|hyphen)\s+[a-z0-9]{1,63}){0,3}(?:\s+dot\s+[a-z]{2,24}|\.[a-z]{2,24}){1,4}\b/gi;

/** With what every address of this form has, which is searched first because it is found faster. */
const EMAILS = [
  [/@/, WRITTEN_EMAIL],
  [/\sat\s/i, SAID_EMAIL],
] as const;

/** Replaces card numbers, social security numbers, e-mail addresses and telephone numbers by their names in brackets. */
export function redactText(text: string, kinds: readonly RedactedKind[], budget?: WorkBudget): string {
  return replaceSpans(text, redactedSpans(text, kinds, budget));
}

/** The limit of one message, tool call or list of values. */
export const redactionBudget = (): WorkBudget => new WorkBudget(REDACTION_MAX_CHARACTERS, "characters");

/** In the order of the text. An empty list of kinds means all. A text over the budget is one span, so it is withheld as a whole. */
export function redactedSpans(text: string, kinds: readonly RedactedKind[], budget = redactionBudget()): RedactedSpan[] {
  return withinBudget(
    "redaction",
    () => {
      budget.spend(text.length);
      return findSpans(text, kinds);
    },
    () => [{ start: 0, end: text.length, kind: "withheld" }],
  );
}

function findSpans(text: string, kinds: readonly RedactedKind[]): RedactedSpan[] {
  const wanted = kinds.length > 0 ? kinds : REDACTED_KINDS;
  const emails = wanted.includes("email") ? EMAILS.map((each) => emailsIn(text, each)) : [];
  const numbers = digitRunsOf(text).flatMap((run) => numbersIn(run, wanted));
  return [...emails, numbers].reduce(merged, []);
}

function emailsIn(text: string, [sign, pattern]: (typeof EMAILS)[number]): RedactedSpan[] {
  if (!sign.test(text)) return [];
  return Array.from(text.matchAll(pattern), ({ 0: { length }, index: start }) => ({ start, end: start + length, kind: "email" }));
}

/** Both are in the order of the text. Spans of `more` that overlap with one of `spans` are dropped. */
function merged(spans: readonly RedactedSpan[], more: readonly RedactedSpan[]): RedactedSpan[] {
  const all: RedactedSpan[] = [];
  let next = 0;
  for (const span of more) {
    for (let each = spans[next]; each && each.end <= span.start; each = spans[++next]) all.push(each);
    const following = spans[next];
    if (!following || following.start >= span.end) all.push(span);
  }
  return [...all, ...spans.slice(next)];
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
