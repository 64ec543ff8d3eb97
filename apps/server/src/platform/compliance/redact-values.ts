import type { CompliancePlan, RedactedKind } from "@callwright/contract";
import type { WorkBudget } from "@callwright/engine/conversation";
import { digitRunsOf, digitsIn } from "./digit-runs.ts";
import { redactionBudget, redactText, replaceSpans } from "./redact-text.ts";

/** The kinds that a plan redacts; an empty list stands for all. Undefined: none. */
export function redactedKindsOf(plan: CompliancePlan | undefined): readonly RedactedKind[] | undefined {
  return plan?.redactionPlan?.enabled ? (plan.redactionPlan.kinds ?? []) : undefined;
}

/**
 * A copy of a value with every text and number in it redacted. Names of fields stay. Texts after `REDACTION_MAX_CHARACTERS` are withheld as
 * a whole.
 */
export function redactValues<Value>(value: Value, kinds: readonly RedactedKind[], budget = redactionBudget()): Value {
  return redactDeep(value, kinds, budget) as Value;
}

function redactDeep(value: unknown, kinds: readonly RedactedKind[], budget: WorkBudget): unknown {
  if (typeof value === "string") return value === "" ? "" : redactText(value, kinds, budget);
  if (typeof value === "number") {
    const text = String(value);
    const redacted = redactText(text, kinds, budget);
    return redacted === text ? value : redacted;
  }
  if (Array.isArray(value)) return value.map((each) => redactDeep(each, kinds, budget));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, redactDeep(each, kinds, budget)]));
}

/** During a partial text, a few digits may become any number. */
const OPEN_DIGITS_MIN = 3;

/** Redacts a text that may be a part of a longer one: digits in it are hidden from the third one on. */
export function redactOpenText(text: string, kinds: readonly RedactedKind[]): string {
  const redacted = redactText(text, kinds);
  const open = digitRunsOf(redacted).filter((run) => digitsIn(run).length >= OPEN_DIGITS_MIN);
  const spans = open.map((run) => ({ start: run[0]?.start ?? 0, end: run.at(-1)?.end ?? 0, kind: "digits" as const }));
  return replaceSpans(redacted, spans);
}

export function redactOpenLines<Line extends { text: string }>(
  lines: readonly Line[],
  kinds: readonly RedactedKind[] | undefined,
): readonly Line[] {
  return kinds ? lines.map((line) => ({ ...line, text: redactOpenText(line.text, kinds) })) : lines;
}
