import type { ChunkPlan, Voice } from "@callwright/contract";
import { linearReplacement } from "../../conversation/linear-regex.ts";
import * as english from "./english.ts";
import * as markup from "./markup.ts";

type FormatPlan = NonNullable<ChunkPlan["formatPlan"]>;
type Formatter = NonNullable<FormatPlan["formattersEnabled"]>[number];
type Format = (text: string) => string;

/** The contract's default. */
const DIGITS_CUTOFF = 2025;
/** In the order in which they are applied: what a later one would break comes first. */
const MARKUP: readonly Formatter[] = ["asterisk", "markdown", "stripAsterisk", "quote", "newline", "colon", "dash"];
const ENGLISH: readonly Formatter[] = [
  ...(["email", "phoneNumber", "date", "time", "dollarAmount", "percentage", "distance", "unit", "acronym", "number"] as const),
];
/** Without a plan: voices read numbers, dates and amounts themselves, but not signs for the eye. */
const DEFAULT_FORMATTERS: readonly Formatter[] = ["markdown", "stripAsterisk"];
/** `asterisk` removes words, so a plan must name it. */
const ALL_FORMATTERS = [...MARKUP, ...ENGLISH].filter((name) => name !== "asterisk");

/**
 * How the text of a phrase is rewritten before a voice speaks it: the replacements of the voice's `formatPlan`, then its formatters. Numbers, dates
 * and the like are written out in English alone. Undefined: the text stays as it is.
 */
export function voiceFormat({ chunkPlan, ...voice }: Partial<Voice>): Format | undefined {
  const plan = chunkPlan?.formatPlan;
  if (chunkPlan?.enabled === false || plan?.enabled === false) return undefined;
  const wanted = new Set(plan ? (plan.formattersEnabled ?? ALL_FORMATTERS) : DEFAULT_FORMATTERS);
  const isEnglish = !("language" in voice) || /^en|^auto$/i.test(String(voice.language ?? "en"));
  const formatters = [...MARKUP, ...(isEnglish ? ENGLISH : [])].filter((name) => wanted.has(name));
  const steps = [...(plan?.replacements ?? []).map(replacement), ...formatters.map((name) => formatter(name, plan))];
  return (text) => steps.reduce((current, step) => step(current), text);
}

const { number: numberWith, ...ENGLISH_FORMATS } = english;
const FORMATS: Readonly<Record<Exclude<Formatter, "number">, Format>> = { ...markup, ...ENGLISH_FORMATS };

function formatter(name: Formatter, plan: FormatPlan | undefined): Format {
  return name === "number" ? numberWith(plan?.numberToDigitsCutoff ?? DIGITS_CUTOFF) : FORMATS[name];
}

function replacement(rule: NonNullable<FormatPlan["replacements"]>[number]): Format {
  if (rule.type === "regex") return linearReplacement(rule.regex, rule.options, rule.value);
  return (text) =>
    rule.replaceAllEnabled ? text.replaceAll(rule.key, () => rule.value) : text.replace(rule.key, () => rule.value);
}
