import type { RegexOptions } from "@callwright/contract";
import { RE2JS } from "re2js";
import type { WorkBudget } from "./work-budget.ts";

/**
 * Instructions of a compiled pattern: one search takes time linear in them and in the text. A pattern of some words has under a hundred;
 * only repetitions of repetitions have more.
 */
const INSTRUCTIONS_MAX = 500;
/** What a search costs at each character besides the pattern's instructions, in steps. Measured with groups, which cost most. */
const CHARACTER_STEPS = 32;
/** Only the last characters are searched. A spoken turn is not longer. */
const TEXT_MAX_CHARACTERS = 1000;

type Matcher = ReturnType<RE2JS["matcher"]>;

/**
 * The next match. One search is linear, all searches of a text together are not: a pattern may read to the end of the text for each match. So each
 * search is counted as if it did.
 */
function findNext(compiled: RE2JS, matcher: Matcher, unread: number, budget: WorkBudget): boolean {
  budget.spend((unread + 1) * (compiled.programSize() + CHARACTER_STEPS));
  return matcher.find();
}

/**
 * Tests texts against a user's pattern: their last 1,000 characters, in linear time. A pattern that the engine does not support (look-around,
 * back-references) matches everything or, by default, nothing. Throws `OverBudget`.
 */
export function linearRegex(
  pattern: string,
  options?: RegexOptions,
  otherwise = false,
): (text: string, budget: WorkBudget) => boolean {
  const compiled = compile(pattern, options);
  return (text, budget) => {
    if (!compiled) return otherwise;
    const end = text.slice(-TEXT_MAX_CHARACTERS);
    return findNext(compiled, compiled.matcher(end), end.length, budget);
  };
}

/**
 * Replaces all matches of a user's pattern; `$1` is the first group. A pattern that the engine does not support replaces nothing. Throws
 * `OverBudget`.
 */
export function linearReplacement(
  pattern: string,
  options: RegexOptions | undefined,
  value: string,
): (text: string, budget: WorkBudget) => string {
  const compiled = compile(pattern, options);
  return (text, budget) => {
    if (!compiled || text.length > TEXT_MAX_CHARACTERS) return text;
    const matcher = compiled.matcher(text);
    // Counts the steps of `replaceAll`.
    for (let from = 0; findNext(compiled, matcher, text.length - from, budget); ) from = matcher.end();
    return compiled.matcher(text).replaceAll(value);
  };
}

function compile(pattern: string, options: RegexOptions = []): RE2JS | undefined {
  const on = (type: RegexOptions[number]["type"]) => options.some((option) => option.type === type && option.enabled);
  const flags = (on("ignore-case") ? RE2JS.CASE_INSENSITIVE : 0) | (on("multi-line") ? RE2JS.MULTILINE : 0);
  try {
    const whole = on("whole-word") ? `\\b(?:${pattern})\\b` : pattern;
    const compiled = RE2JS.compile(RE2JS.translateRegExp(whole), flags);
    return compiled.programSize() > INSTRUCTIONS_MAX ? undefined : compiled;
  } catch {
    return undefined;
  }
}

/** A match: the whole text, then its groups; unmatched groups are undefined. */
export type PatternMatch = readonly [string, ...(string | undefined)[]];

/** A user's pattern as a search in long texts. */
export interface PatternSearch {
  /** The original pattern given to `openPattern`. */
  written: string;
  /** The pattern in RE2 syntax, including its flags: `(?i)(?:yes|no)`. */
  source: string;
  /** `g` is one of its flags. */
  isGlobal: boolean;
  /** Numbers of the groups that have a name. */
  groups: Readonly<Record<string, number>>;
  /** The first matches. Throws `OverBudget`. */
  find(text: string, max: number, budget: WorkBudget): PatternMatch[];
  /** Start and end of each match that is not empty, found lazily. Throws `OverBudget`. */
  spans(text: string, budget: WorkBudget): Iterable<readonly [number, number]>;
}

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // Has no effect on a search in a text that has all of its characters.
  g: 0,
  u: 0,
};

/**
 * A pattern in RE2 syntax, plain or with flags (`/\d+/gi`), which is searched in linear time. Answers why it cannot be searched instead:
 * as a sentence without its subject.
 */
export function openPattern(written: string): PatternSearch | string {
  const [, body, letters] = /^\/(.*)\/([a-z]*)$/s.exec(written) ?? ["", written, ""];
  const unknown = [...(letters ?? "")].find((letter) => FLAGS[letter] === undefined);
  if (unknown !== undefined) return `has the flag '${unknown}'. Possible flags: ${Object.keys(FLAGS).join(", ")}`;
  const flags = [...(letters ?? "")].reduce((sum, letter) => sum | (FLAGS[letter] ?? 0), 0);
  const source = RE2JS.translateRegExp(body ?? "");
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source, flags);
  } catch (error) {
    return `is no pattern of RE2 (${error instanceof Error ? error.message : String(error)}). It has no look-around and no back-references`;
  }
  if (compiled.programSize() > INSTRUCTIONS_MAX) return "has too many repetitions of repetitions";
  const inline = [...new Set(letters)].filter((letter) => FLAGS[letter]).join("");
  return {
    written,
    source: inline === "" ? source : `(?${inline})(?:${source})`,
    isGlobal: letters?.includes("g") ?? false,
    groups: compiled.namedGroups(),
    find(text, max, budget) {
      const matcher = compiled.matcher(text);
      const found: PatternMatch[] = [];
      for (let from = 0; found.length < max && findNext(compiled, matcher, text.length - from, budget); from = matcher.end()) {
        const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1) ?? undefined);
        found.push([matcher.group() ?? "", ...groups]);
      }
      return found;
    },
    *spans(text, budget) {
      const matcher = compiled.matcher(text);
      for (let from = 0; findNext(compiled, matcher, text.length - from, budget); from = matcher.end())
        if (matcher.end() > matcher.start()) yield [matcher.start(), matcher.end()];
    },
  };
}
