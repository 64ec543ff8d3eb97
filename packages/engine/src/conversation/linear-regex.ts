import type { RegexOptions } from "@callwright/contract";
import { RE2JS } from "re2js";

/**
 * Steps of a compiled pattern, which is linear in them and in the text: more could stall the sound of other calls. A pattern of some
 * words has under a hundred; only repetitions of repetitions have more.
 */
const STEPS_MAX = 500;
/** Characters looked at, the last ones. Nobody says more in one turn. */
const TEXT_MAX_CHARACTERS = 1000;

/**
 * Tests texts against a user's pattern in linear time. A pattern that the engine does not take (look-around, back-references) matches
 * everything or, by default, nothing.
 */
export function linearRegex(pattern: string, options?: RegexOptions, otherwise = false): (text: string) => boolean {
  const compiled = compile(pattern, options);
  return (text) => compiled?.matcher(text.slice(-TEXT_MAX_CHARACTERS)).find() ?? otherwise;
}

/** Replaces all matches of a user's pattern in linear time; `$1` is the first group. What the engine does not take replaces nothing. */
export function linearReplacement(pattern: string, options: RegexOptions | undefined, value: string): (text: string) => string {
  const compiled = compile(pattern, options);
  return (text) => {
    if (!compiled || text.length > TEXT_MAX_CHARACTERS) return text;
    try {
      return compiled.matcher(text).replaceAll(value);
    } catch {
      return text; // the value names a group that there is not
    }
  };
}

function compile(pattern: string, options: RegexOptions = []): RE2JS | undefined {
  const on = (type: RegexOptions[number]["type"]) => options.some((option) => option.type === type && option.enabled);
  const flags = (on("ignore-case") ? RE2JS.CASE_INSENSITIVE : 0) | (on("multi-line") ? RE2JS.MULTILINE : 0);
  try {
    const whole = on("whole-word") ? `\\b(?:${pattern})\\b` : pattern;
    const compiled = RE2JS.compile(RE2JS.translateRegExp(whole), flags);
    return compiled.programSize() > STEPS_MAX ? undefined : compiled;
  } catch {
    return undefined;
  }
}

/** A match: the whole text, then its groups; groups that took no part are undefined. */
export type PatternMatch = readonly [string, ...(string | undefined)[]];

/** A user's pattern as a search in long texts. */
export interface PatternSearch {
  /** `g` is one of its flags. */
  isGlobal: boolean;
  /** Numbers of the groups that have a name. */
  groups: Readonly<Record<string, number>>;
  /** The first matches. */
  find(text: string, max: number): PatternMatch[];
  /** Start and end of each match that is not empty. */
  spans(text: string): [number, number][];
}

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // Without effect on a search in a text that has all of its characters.
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
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(body ?? ""), flags);
  } catch (error) {
    return `is no pattern of RE2 (${error instanceof Error ? error.message : String(error)}). It has no look-around and no back-references`;
  }
  if (compiled.programSize() > STEPS_MAX) return "has too many repetitions of repetitions";
  return {
    isGlobal: letters?.includes("g") ?? false,
    groups: compiled.namedGroups(),
    find(text, max) {
      const matcher = compiled.matcher(text);
      const found: PatternMatch[] = [];
      while (found.length < max && matcher.find()) {
        const groups = Array.from({ length: matcher.groupCount() }, (_, index) => matcher.group(index + 1) ?? undefined);
        found.push([matcher.group() ?? "", ...groups]);
      }
      return found;
    },
    spans(text) {
      const matcher = compiled.matcher(text);
      const found: [number, number][] = [];
      while (matcher.find()) if (matcher.end() > matcher.start()) found.push([matcher.start(), matcher.end()]);
      return found;
    },
  };
}
