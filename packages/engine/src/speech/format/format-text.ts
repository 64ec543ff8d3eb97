import { type ChunkPlan, PLAN_DEFAULTS, type Voice } from "@callwright/contract";
import { linearReplacement } from "../../foreign-text/linear-regex.ts";
import { OverBudget, WorkBudget, withinBudget } from "../../foreign-text/work-budget.ts";
import * as english from "./english.ts";
import * as markup from "./markup.ts";

type FormatPlan = NonNullable<ChunkPlan["formatPlan"]>;
type Formatter = NonNullable<FormatPlan["formattersEnabled"]>[number];
type Format = (text: string) => string;

/** A phrase as the voice is given it. */
export interface FormattedText {
  /** The text of the transcript: the model's, without markup and with the plan's replacements. */
  written: string;
  /** The text for the voice. A voice of this server gets words in place of text that it would misread, such as `3 kg`. */
  spoken: string;
}
export type VoiceFormat = (text: string) => FormattedText;

type Replace = (text: string, budget: WorkBudget) => string;

/** The limit of all replacements in one phrase, in steps: about 30 ms. Beyond it, the phrase is spoken without replacements. */
const REPLACEMENT_STEPS = 10_000_000;
/** Longest result of the replacements. */
const REPLACED_MAX_CHARACTERS = 10_000;
/** What a formatter reads at a time: some look to the end of the text for each sign. A phrase is a sentence, which is shorter. */
const FORMATTED_CHARACTERS = 2_000;

/** In the order in which they are applied: a formatter whose input a later one would break comes first. */
const MARKUP: readonly Formatter[] = ["asterisk", "markdown", "stripAsterisk", "quote", "newline", "colon", "dash"];
const ENGLISH: readonly Formatter[] = [
  ...(["email", "phoneNumber", "date", "time", "dollarAmount", "percentage", "distance", "unit", "acronym", "number"] as const),
];
/** Without a plan: voices read numbers, dates and amounts themselves, but not signs for the eye. */
const DEFAULT_FORMATTERS: readonly Formatter[] = ["markdown", "stripAsterisk"];
/** `asterisk` removes words, so a plan must name it. */
const ALL_FORMATTERS = [...MARKUP, ...ENGLISH].filter((name) => name !== "asterisk");

/**
 * How the text of a phrase is rewritten before a voice speaks it: the replacements of the voice's `formatPlan`, then its formatters. Only English
 * numbers, dates and similar are written out. `ownLanguage`: the language of a voice of this server, such as `de`; voices of providers read more by
 * themselves. Undefined: the text stays unchanged.
 */
export function voiceFormat({ chunkPlan, ...voice }: Partial<Voice>, ownLanguage?: string): VoiceFormat | undefined {
  const plan = chunkPlan?.formatPlan;
  if (chunkPlan?.enabled === false || plan?.enabled === false) return undefined;
  const wanted = new Set(plan ? (plan.formattersEnabled ?? ALL_FORMATTERS) : DEFAULT_FORMATTERS);
  const language = ownLanguage ?? ("language" in voice ? (voice.language ?? "en") : "en");
  const isEnglish = /^en|^auto$/i.test(String(language));
  const formatters = [...MARKUP, ...(isEnglish ? ENGLISH : [])].filter((name) => wanted.has(name));
  const replacements = (plan?.replacements ?? []).map(replacement);
  const own = !plan && ownLanguage !== undefined && isEnglish ? OWN_ENGLISH_FORMATS : [];
  const formats = formatters.map((name) => formatter(name, plan));
  return (text) => {
    const replaced = withinBudget(
      "replacements",
      () => replaceAll(text, replacements),
      () => text,
    );
    const written = piecesOf(replaced).map((piece) => formatted(piece, formats));
    return { written: written.join(""), spoken: written.map((piece) => formatted(piece, own)).join("") };
  };
}

const { number: numberWith, ...ENGLISH_FORMATS } = english;
const FORMATS: Readonly<Record<Exclude<Formatter, "number">, Format>> = { ...markup, ...ENGLISH_FORMATS };
/** Of a voice of this server besides: flite and Piper misread these. Prices, dates, times and percentages they read well. */
const OWN_ENGLISH_FORMATS: readonly Format[] = [
  ENGLISH_FORMATS.email,
  ENGLISH_FORMATS.phoneNumber,
  ENGLISH_FORMATS.abbreviation,
  ENGLISH_FORMATS.currency,
  ENGLISH_FORMATS.distance,
  ENGLISH_FORMATS.unit,
  ENGLISH_FORMATS.acronym,
  ENGLISH_FORMATS.code,
];

function formatter(name: Formatter, plan: FormatPlan | undefined): Format {
  return name === "number" ? numberWith(plan?.numberToDigitsCutoff ?? PLAN_DEFAULTS.chunk.numberToDigitsCutoff) : FORMATS[name];
}

const formatted = (text: string, formats: readonly Format[]) => formats.reduce((current, format) => format(current), text);

/** A long text in pieces, cut at spaces. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > FORMATTED_CHARACTERS) {
    const space = text.lastIndexOf(" ", from + FORMATTED_CHARACTERS);
    const to = space > from ? space : from + FORMATTED_CHARACTERS;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return [...pieces, text.slice(from)];
}

function replaceAll(text: string, replacements: readonly Replace[]): string {
  const budget = new WorkBudget(REPLACEMENT_STEPS);
  return replacements.reduce((current, replace) => {
    const replaced = replace(current, budget);
    if (replaced.length > Math.max(text.length, REPLACED_MAX_CHARACTERS))
      throw new OverBudget(`${REPLACED_MAX_CHARACTERS} characters`);
    return replaced;
  }, text);
}

function replacement(rule: NonNullable<FormatPlan["replacements"]>[number]): Replace {
  if (rule.type === "regex") return linearReplacement(rule.regex, rule.options, rule.value);
  return (text) =>
    rule.replaceAllEnabled ? text.replaceAll(rule.key, () => rule.value) : text.replace(rule.key, () => rule.value);
}
